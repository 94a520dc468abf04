/** Shapes to statements: nodes get names, leafrefs and conditions get something to refer to. */
import type { Draft } from '../print-statement.js';
import type { Condition, LeafrefShape, NodeShape } from './nodes.js';
import { statement, type TypeShape } from './types.js';

/** Names that JavaScript, XML or JSON might stumble over come first. */
const NAMES = ['name', 'constructor', '__proto__', 'a.b', '_-1', 'toString', 'xmlish', 'data', 'key', 'value'];

interface Target {
  readonly path: readonly string[];
  readonly config: boolean;
}

/** What holds where a node is written. */
interface Place {
  readonly path: readonly string[];
  readonly config: boolean;
  /** Below a case, where a default of the choice forbids mandatory nodes. */
  readonly optional: boolean;
  /** Names of the leafs before it in the same data parent. */
  readonly leafs: string[];
  /** Inside a grouping nodes have no path of their own yet. */
  readonly inGrouping: boolean;
}

export class Writer {
  #names = 0;
  readonly #targets: Target[] = [];

  constructor(private readonly prefix: string) {}

  /** Statements of top-level nodes; those of a grouping when `inGrouping`. */
  nodes(shapes: readonly NodeShape[], { inGrouping = false, path = [] as readonly string[] } = {}): Draft[] {
    const place: Place = { path, config: true, optional: false, leafs: [], inGrouping };
    return shapes.flatMap((shape) => this.#node(shape, place));
  }

  name(): string {
    const known = NAMES[this.#names];
    this.#names += 1;
    return known ?? `n${this.#names}`;
  }

  #node(shape: NodeShape, place: Place): Draft[] {
    switch (shape.kind) {
      case 'leaf':
        return [this.#leaf(shape, place)];
      case 'leaf-list': {
        const type = this.#type(shape.type, place);
        if (type === undefined) return [];
        return [statement('leaf-list', this.name(), type.draft, ...limits(shape, place.optional))];
      }
      case 'container': {
        const name = this.name();
        const config = place.config && shape.config;
        const below = { ...place, path: [...place.path, name], config, optional: false, leafs: [] };
        return [
          statement(
            'container',
            name,
            condition(shape.condition, place),
            shape.presence ? statement('presence', 'said') : undefined,
            place.config && !config ? statement('config', 'false') : undefined,
            ...shape.children.flatMap((child) =>
              this.#node(child, shape.presence ? below : { ...below, optional: place.optional }),
            ),
          ),
        ];
      }
      case 'list':
        return [this.#list(shape, place)];
      case 'choice': {
        const cases = shape.cases.map((nodes) => {
          const name = this.name();
          return statement(
            'case',
            name,
            ...nodes.flatMap((node) => this.#node(node, { ...place, optional: true, leafs: [] })),
          );
        });
        const mandatory = shape.mandatory && !place.optional;
        return [
          statement(
            'choice',
            this.name(),
            mandatory ? statement('mandatory', 'true') : undefined,
            shape.defaulted && !mandatory ? statement('default', cases[0]?.argument) : undefined,
            ...cases,
          ),
        ];
      }
      case 'anydata':
      case 'anyxml':
        return [statement(shape.kind, this.name())];
      // In a container of its own, as a grouping used twice would bring the same names twice.
      case 'uses':
        return place.optional
          ? []
          : [statement('container', this.name(), statement('uses', `group-${shape.grouping}`))];
    }
  }

  #leaf(shape: NodeShape & { readonly kind: 'leaf' }, place: Place): Draft {
    const type = this.#type(shape.type, place) ?? { draft: statement('type', 'string'), samples: ['a'] };
    const name = this.name();
    const mandatory = shape.mandatory && !place.optional;
    const [sample] = type.samples;
    if (!place.inGrouping) this.#targets.push({ path: [...place.path, name], config: place.config });
    place.leafs.push(name);
    return statement(
      'leaf',
      name,
      type.draft,
      mandatory ? statement('mandatory', 'true') : undefined,
      shape.defaulted && !mandatory && sample !== undefined ? statement('default', sample) : undefined,
    );
  }

  #list(shape: NodeShape & { readonly kind: 'list' }, place: Place): Draft {
    const name = this.name();
    const path = [...place.path, name];
    const leafs: string[] = [];
    const keys = shape.keys.map((type) => {
      const key = this.name();
      if (!place.inGrouping) this.#targets.push({ path: [...path, key], config: place.config });
      leafs.push(key);
      return statement('leaf', key, type.draft);
    });
    const below = { ...place, path, optional: false, leafs };
    const children = shape.children.flatMap((child) => this.#node(child, below));
    const unique = children.find(({ keyword }) => keyword === 'leaf');
    return statement(
      'list',
      name,
      statement('key', keys.map(({ argument }) => argument).join(' ')),
      shape.unique && unique !== undefined ? statement('unique', unique.argument) : undefined,
      ...limits(shape, place.optional),
      ...keys,
      ...children,
    );
  }

  #type(type: TypeShape | LeafrefShape, place: Place): TypeShape | undefined {
    if ('draft' in type) return type;
    const eligible = this.#targets.filter(({ config }) => config || !place.config || !type.requireInstance);
    const target = eligible[type.target % Math.max(1, eligible.length)];
    if (target === undefined || place.inGrouping) return undefined;
    const steps = target.path.map((name) => `${this.prefix}:${name}`);
    // The leaf itself is one level below its place.
    const up = Array.from({ length: place.path.length + 1 }, () => '..');
    const path = type.relative ? [...up, ...steps].join('/') : `/${steps.join('/')}`;
    return {
      draft: statement(
        'type',
        'leafref',
        statement('path', path),
        type.requireInstance ? undefined : statement('require-instance', 'false'),
      ),
      samples: [],
    };
  }
}

function limits(
  { ordered, min, max }: { readonly ordered: boolean; readonly min: number; readonly max: number },
  optional: boolean,
): (Draft | undefined)[] {
  return [
    min > 0 && !optional ? statement('min-elements', String(min)) : undefined,
    max > 0 ? statement('max-elements', String(max)) : undefined,
    ordered ? statement('ordered-by', 'user') : undefined,
  ];
}

function condition(wanted: Condition | undefined, { leafs }: Place): Draft | undefined {
  const leaf = leafs[(wanted?.form ?? 0) % Math.max(1, leafs.length)];
  if (wanted === undefined || leaf === undefined) return undefined;
  const forms = [
    `../${leaf}`,
    `not(../${leaf} = 'b')`,
    `count(../../*) < 4`,
    `string-length(../${leaf}) > 0 or ../${leaf} = 1`,
    `boolean(../${leaf}) and count(..) = 1`,
    `starts-with(local-name(), 'n') or ../${leaf} != '7'`,
  ];
  return statement(wanted.keyword, forms[wanted.form % forms.length]);
}
