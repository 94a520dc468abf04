/** Documents of any schema as RFC 7951 values: of the right structure and types, with what is mandatory; conditions and references are not minded. */
import {
  canonical,
  type DataNode,
  type DataParent,
  type LeafValue,
  type Schema,
  type SchemaNode,
} from '../../src/yang/index.js';
import type { Tape } from './tape.js';
import { valuesOf } from './values.js';

export type JsonObject = Readonly<Record<string, unknown>>;
type Member = readonly [name: string, value: unknown];

const MOST_ENTRIES = 4;

/** Content that no schema knows and that looks the same after a way through XML. */
const UNKNOWN = [
  {},
  { a: 'b' },
  { a: { é: 'é<&>"' }, '\u{10000}-1·': ['d', 'e'] },
  { a: [{ b: 'c' }, { b: ['d', 'e', ' f '], g: { h: '' } }] },
  { 'notes:thing': { inside: 'a', 'm:other': 'b' } },
] as const;

export class DocumentWriter {
  #inside = false;

  constructor(
    private readonly schema: Schema,
    private readonly tape: Tape,
    /** Numbers of entries and what is mandatory are not minded either. */
    private readonly loose = false,
  ) {}

  document(): JsonObject {
    return this.#object(this.schema.root);
  }

  #object(parent: DataParent, annotated = false): JsonObject {
    const keys = new Set<SchemaNode>(parent.kind === 'list' ? parent.keys : []);
    const members = this.#members(parent.children, parent, keys);
    if (annotated) members.push(...this.#annotations('@'));
    // The order of members says nothing.
    return Object.fromEntries(this.tape.oneIn(3) ? members.toReversed() : members);
  }

  #members(nodes: readonly SchemaNode[], parent: DataParent, keys: ReadonlySet<SchemaNode>): Member[] {
    return nodes.flatMap((node): Member[] => {
      switch (node.kind) {
        case 'choice': {
          const may = node.mandatory && !this.loose ? 0 : 1;
          const taken = this.tape.below(node.cases.length + may) - may;
          const one = node.cases[taken];
          return one === undefined ? [] : this.#members(one.children, parent, keys);
        }
        case 'container':
        case 'list':
        case 'leaf':
        case 'leaf-list':
        case 'anydata':
        case 'anyxml': {
          const wanted = keys.has(node) || (isNeeded(node) && !this.loose) || this.tape.below(4) > 0;
          return wanted ? this.#member(node, parent) : [];
        }
        default:
          return [];
      }
    });
  }

  #member(node: DataNode, parent: DataParent): Member[] {
    const name = parent.kind === 'root' || parent.module.name !== node.module.name ? node.qname : node.name;
    switch (node.kind) {
      case 'container':
        return [[name, this.#object(node, true)]];
      case 'list': {
        const entries = new Map<string, JsonObject>();
        const count = this.#count(node);
        for (let i = 0; i < count; i += 1) {
          const entry = this.#object(node, true);
          const values = node.keys.map((key) => entry[key.name] as LeafValue | undefined);
          if (values.includes(undefined)) continue;
          const key = node.keys.length === 0 ? String(i) : JSON.stringify(values.map((one) => canonical(one ?? '')));
          entries.set(key, entry);
        }
        return entries.size === 0 ? [] : [[name, [...entries.values()]]];
      }
      case 'leaf': {
        const values = valuesOf(node.type, this.schema, node.module.name);
        return values.length === 0 ? [] : [[name, this.tape.pick(values)], ...this.#annotations(`@${name}`)];
      }
      case 'leaf-list': {
        const values = this.#values(node, valuesOf(node.type, this.schema, node.module.name));
        if (values.length === 0) return [];
        const annotations = values.map(() => this.#annotations('')[0]?.[1] ?? null);
        const annotated = annotations.some((one) => one !== null);
        return annotated
          ? [
              [name, values],
              [`@${name}`, annotations],
            ]
          : [[name, values]];
      }
      default: {
        const value = node.kind === 'anyxml' && this.tape.oneIn(3) ? 'some text' : this.#content();
        return [[name, value], ...this.#annotations(`@${name}`)];
      }
    }
  }

  /** A leaf-list of state data may hold a value several times (RFC 7950 §7.7). */
  #values(node: DataNode & { readonly kind: 'leaf-list' }, values: readonly LeafValue[]): readonly LeafValue[] {
    if (node.config)
      return this.tape.some(
        values,
        Math.min(1, values.length),
        this.loose ? MOST_ENTRIES : (node.maxElements ?? MOST_ENTRIES),
      );
    return values.length === 0 ? [] : Array.from({ length: this.#count(node) }, () => this.tape.pick(values));
  }

  #count({ maxElements = MOST_ENTRIES }: { readonly maxElements: number | undefined }): number {
    return 1 + this.tape.below(this.loose ? MOST_ENTRIES : maxElements);
  }

  /** What an anydata holds: data of the schema now and then, with no such node in it again. */
  #content(): unknown {
    const top = this.schema.root.data.get('m:top');
    if (this.#inside || top?.kind !== 'container' || !this.tape.oneIn(4)) return this.tape.pick(UNKNOWN);
    this.#inside = true;
    const content = { [top.qname]: this.#object(top, true) };
    this.#inside = false;
    return content;
  }

  #annotations(name: string): Member[] {
    if (!this.tape.oneIn(8)) return [];
    const all: readonly Member[] = [
      ['notes:text', this.tape.pick(['', 'a', ' <b> & "c"\n\t', 'm:id-a'])],
      ['notes:level', this.tape.pick(['0', '9007199254740993'])],
      ['notes:kind', this.tape.pick(['m:id-a', 'x:id-a', 'notes:id-a'])],
      ['notes:mark', [null]],
    ];
    return [[name, Object.fromEntries(this.tape.some(all, 1))]];
  }
}

function isNeeded(node: DataNode): boolean {
  if (node.kind === 'container') return !node.presence && hasNeeded(node.children);
  return 'mandatory' in node ? node.mandatory : 'minElements' in node && node.minElements > 0;
}

const hasNeeded = (nodes: readonly SchemaNode[]): boolean =>
  nodes.some((node) =>
    node.kind === 'choice' ? node.mandatory : 'type' in node || 'children' in node ? isNeeded(node as DataNode) : false,
  );
