/** XML elements to Trees: structure and types are checked here, constraints in `validate`. */

import { didYouMean } from '../../yang/index.js';
import type { DataParent, LeafListNode, ListNode } from '../../yang/schema.js';
import { entriesFrom } from '../entries/index.js';
import { formatStep } from '../instance-path/format.js';
import { container, entry, item, itemKey, leaf, leafList, list, treeOf } from '../nodes.js';
import type { Data, LeafListItem, ListEntry, Metadata, Tree } from '../tree.js';
import { quoted } from '../values/fault.js';
import { ValueFault } from '../values/index.js';
import { textOf } from '../xml/build.js';
import type { XmlElement, XmlNode } from '../xml/element.js';
import { anyFromXml } from './any-xml.js';
import { checkCases } from './cases.js';
import { checkKeyOrder, keyOf, repeated } from './list-keys.js';
import { type Member, type Members, membersOf } from './members.js';
import { readAttributes } from './metadata-xml.js';
import { type DecodeOptions, DecodeRun, XmlNames } from './run.js';
import { isLeftOut } from './unknown-member.js';

/**
 * Decodes elements (RFC 7950 §7, "XML encoding rules") into a Tree of `parent`'s children; the entries of a list may stand apart.
 * With `operations`, the attributes of edit-config become metadata, and a leaf to be deleted may come without its value.
 *
 * @throws RpcError with all faults found, as `decodeJson`.
 */
export function decodeXml(parent: DataParent, elements: readonly XmlNode[], options: DecodeOptions): Tree {
  const decoder = new XmlDecoder(options);
  const tree = decoder.tree(parent, elements, options.at?.at(-1)?.schema.module.name);
  decoder.run.finish();
  return tree;
}

/** Decodes without raising: undefined when there is any fault. Used where the schema may or may not fit (anydata). */
function tryDecodeXml(parent: DataParent, elements: readonly XmlNode[], run: DecodeRun): Tree | undefined {
  const decoder = new XmlDecoder({ schema: run.schema });
  const tree = decoder.tree(parent, elements, undefined);
  return decoder.run.mark === 0 ? tree : undefined;
}

/** Entries or items of one list while its siblings are being read. */
type Gathered =
  | {
      readonly kind: 'list';
      readonly schema: ListNode;
      readonly entries: ListEntry[];
      readonly keys: Set<string>;
      position: number;
    }
  | {
      readonly kind: 'leaf-list';
      readonly schema: LeafListNode;
      readonly items: LeafListItem[];
      readonly keys: Set<string>;
      readonly counts: Map<string, number>;
    };

class XmlDecoder {
  readonly run: DecodeRun;
  readonly #names: XmlNames;

  constructor(options: DecodeOptions) {
    this.run = new DecodeRun(options);
    this.#names = new XmlNames(options.schema);
  }

  tree(parent: DataParent, nodes: readonly XmlNode[], module: string | undefined): Tree {
    return treeOf(parent, this.#members(membersOf(parent), nodes, module));
  }

  /** `module` is that of the parent in paths; undefined at the top, where paths name it. */
  #members(members: Members, nodes: readonly XmlNode[], module: string | undefined): Map<string, Data> {
    const { run } = this;
    const children = new Map<string, Data>();
    let gathered: Map<string, Gathered> | undefined;
    for (const node of nodes) {
      if (typeof node === 'string') {
        if (node.trim() !== '')
          run.fault(
            'invalid-value',
            `the text ${quoted(node.trim())} stands ${members.parent.kind === 'root' ? 'at the top level' : `in '${members.parent.name}'`}, where only elements may`,
          );
        continue;
      }
      const member = find(members, node);
      if (member === undefined) {
        this.#unknown(members, node);
      } else if (run.configOnly && !member.schema.config) {
        run.fault(
          'unknown-element',
          `'${node.name}' is state data (config false) and cannot be configured`,
          formatStep(member.schema, undefined, module),
          { 'bad-element': node.name },
        );
      } else if (member.schema.kind === 'list' || member.schema.kind === 'leaf-list') {
        gathered ??= new Map();
        this.#gather(member, node, gathered, module);
      } else if (children.has(member.qname)) {
        run.fault(
          'bad-element',
          `the ${member.schema.kind} '${node.name}' stands there twice`,
          formatStep(member.schema, undefined, module),
          { 'bad-element': node.name },
        );
      } else {
        const data = this.#single(member, node, module);
        if (data !== undefined) children.set(member.qname, data);
      }
    }
    if (gathered !== undefined) for (const [qname, one] of gathered) children.set(qname, closed(one));
    if (members.hasChoices) checkCases(members, children, run, module);
    return children;
  }

  #single(member: Member, element: XmlElement, module: string | undefined): Data | undefined {
    const { schema } = member;
    const { run } = this;
    switch (schema.kind) {
      case 'leaf': {
        const meta = this.#meta(member, element, module);
        const value = this.#value(member, element);
        if (!(value instanceof ValueFault)) return leaf(schema, value, meta);
        // A leaf to be deleted need not be given its value.
        if (element.children.length === 0 && (meta?.operation === 'delete' || meta?.operation === 'remove'))
          return leaf(schema, '', meta);
        run.badValue(schema, module, value);
        return undefined;
      }
      case 'container': {
        const meta = this.#meta(member, element, module);
        const mark = run.mark;
        const data = container(schema, this.#members(membersOf(schema), element.children, schema.module.name), meta);
        if (run.mark > mark) run.within(mark, formatStep(schema, undefined, module));
        return data;
      }
      case 'anydata':
      case 'anyxml': {
        const meta = this.#meta(member, element, module);
        const mark = run.mark;
        const data = anyFromXml(schema, element, run, meta, tryDecodeXml);
        if (run.mark > mark) run.within(mark, formatStep(schema, undefined, module));
        return data;
      }
      default:
        return undefined;
    }
  }

  #gather(member: Member, element: XmlElement, gathered: Map<string, Gathered>, module: string | undefined): void {
    const { schema } = member;
    if (schema.kind === 'list') {
      const known = gathered.get(member.qname);
      const into =
        known?.kind === 'list'
          ? known
          : { kind: 'list' as const, schema, entries: [], keys: new Set<string>(), position: 0 };
      if (known === undefined) gathered.set(member.qname, into);
      into.position += 1;
      this.#entry(element, into, module);
    } else if (schema.kind === 'leaf-list') {
      const known = gathered.get(member.qname);
      const into =
        known?.kind === 'leaf-list'
          ? known
          : {
              kind: 'leaf-list' as const,
              schema,
              items: [],
              keys: new Set<string>(),
              counts: new Map<string, number>(),
            };
      if (known === undefined) gathered.set(member.qname, into);
      const value = this.#value(member, element);
      if (value instanceof ValueFault) {
        this.run.badValue(schema, module, value);
        return;
      }
      const key = itemKey(schema, value, into.counts);
      if (into.keys.has(key)) repeated(schema, key, this.run, module);
      into.keys.add(key);
      into.items.push(item(schema, key, value, this.#meta(member, element, module)));
    }
  }

  #entry(element: XmlElement, into: Gathered & { readonly kind: 'list' }, module: string | undefined): void {
    const { run } = this;
    const { schema } = into;
    const mark = run.mark;
    const children = this.#members(membersOf(schema), element.children, schema.module.name);
    const meta =
      element.attributes.length === 0 ? undefined : readAttributes(element, schema, this.#scoped(element), run, '');
    const key = keyOf(schema, children, into.position, run, mark);
    if (run.keysFirst) checkKeyOrder(schema, element, run);
    if (run.mark > mark)
      run.within(
        mark,
        key === undefined
          ? `${formatStep(schema, undefined, module)}[${into.position}]`
          : formatStep(schema, key, module),
      );
    if (key === undefined) return;
    if (into.keys.has(key)) repeated(schema, key, run, module);
    into.keys.add(key);
    into.entries.push(entry(schema, key, children, meta));
  }

  #value(member: Member, element: XmlElement) {
    const [only] = element.children;
    if (element.children.length > 1 || typeof only === 'object') {
      const inside = element.children.find((child) => typeof child === 'object');
      if (typeof inside === 'object')
        return new ValueFault(`the ${member.schema.kind} '${element.name}' cannot hold the element '${inside.name}'`);
    }
    if (member.parser === undefined) return new ValueFault(`'${element.name}' has no value`);
    return member.parser.lexical(textOf(element), member.parser.hasNames ? this.#scoped(element) : this.#names);
  }

  #meta(member: Member, element: XmlElement, module: string | undefined): Metadata | undefined {
    if (element.attributes.length === 0) return undefined;
    return readAttributes(
      element,
      member.schema,
      this.#scoped(element),
      this.run,
      formatStep(member.schema, undefined, module),
    );
  }

  #scoped(element: XmlElement): XmlNames {
    this.#names.scope = element.scope;
    return this.#names;
  }

  #unknown(members: Members, element: XmlElement): void {
    if (isLeftOut(members, this.run)) return;
    const where = members.parent.kind === 'root' ? 'at the top level' : `in '${members.parent.name}'`;
    if (this.run.schema.moduleByNamespace(element.namespace) === undefined) {
      const namespace =
        element.namespace === ''
          ? 'has no namespace'
          : `has the namespace '${element.namespace}', which no module known here has`;
      this.run.fault('unknown-namespace', `the element '${element.name}' ${where} ${namespace}`, '', {
        'bad-element': element.name,
        'bad-namespace': element.namespace,
      });
      return;
    }
    const elsewhere = members.byLocalName.get(element.name)?.[0];
    const hint =
      elsewhere === undefined
        ? didYouMean(element.name, members.byLocalName.keys())
        : `: '${element.name}' is in the namespace '${elsewhere.schema.module.namespace}'`;
    this.run.fault('unknown-element', `there is no node '${element.name}' ${where}${hint}`, '', {
      'bad-element': element.name,
    });
  }
}

function find(members: Members, element: XmlElement): Member | undefined {
  const candidates = members.byLocalName.get(element.name);
  if (candidates === undefined) return undefined;
  for (const member of candidates) if (member.schema.module.namespace === element.namespace) return member;
  return undefined;
}

function closed(gathered: Gathered): Data {
  return gathered.kind === 'list'
    ? list(gathered.schema, entriesFrom(gathered.schema, gathered.entries))
    : leafList(gathered.schema, entriesFrom(gathered.schema, gathered.items));
}
