/** Data nodes of all kinds, nested, as YANG statements. */
import { statement } from '../fuzz/model/types.js';
import type { Draft } from '../fuzz/print-statement.js';
import type { Tape } from './tape.js';
import { anyType, type TypeDraft } from './types.js';

/** Names that JavaScript, XML or JSON might stumble over come first; both modules give the same ones. */
const NAMES = ['name', '__proto__', 'constructor', 'a.b', 'toString', 'operation', 'value', '_-1', 'key', 'xmlish'];
const DEPTH = 3;
const MOST_SIBLINGS = 4;

/** What holds where a node is written. */
interface Place {
  readonly module: 'm' | 'x';
  /** Prefixed steps from the root, for leafrefs. */
  readonly path: readonly string[];
  /** The same with choices and cases, for augments. */
  readonly schemaPath: readonly string[];
  readonly config: boolean;
  readonly depth: number;
  /** Names of the data parent, those of its choices and cases included. */
  readonly names: { used: number };
  /** Leafs of the data parent that are written already, by prefixed name. */
  readonly leafs: string[];
  /** In a case, or in an augment of another module: nothing can be demanded. */
  readonly optional: boolean;
}

interface Target {
  readonly path: readonly string[];
  readonly config: boolean;
}

/** The second module has for its prefix what a first choice of another prefix for `m` would be. */
const PREFIXES = { m: 'm', x: 'm1' } as const;
const stepOf = ({ module }: Place, name: string): string => `${PREFIXES[module]}:${name}`;

const flag = (keyword: string, when: boolean): Draft | undefined => (when ? statement(keyword, 'true') : undefined);

export class NodeWriter {
  readonly #targets: Target[] = [];
  /** Containers and lists that a second module may augment. */
  readonly #parents: Place[] = [];

  constructor(private readonly tape: Tape) {}

  /** A container at the top of a module. */
  top(module: 'm' | 'x', name: string, config = true): Draft {
    const below = this.#below(
      { module, path: [], schemaPath: [], config, depth: DEPTH + 1, names: { used: 0 }, leafs: [], optional: false },
      name,
    );
    this.#parents.push(below);
    return statement('container', name, config ? undefined : statement('config', 'false'), ...this.#siblings(below));
  }

  /** Nodes at the top of a module, none of which a document needs. */
  topLevel(module: 'm' | 'x'): Draft[] {
    const place = {
      module,
      path: [],
      schemaPath: [],
      config: true,
      depth: 2,
      names: { used: 0 },
      leafs: [],
      optional: true,
    };
    return this.tape.oneIn(2) ? this.#siblings(place) : [];
  }

  /** Augments of what has been written so far. */
  augments(module: 'x'): Draft[] {
    const augmented = this.tape.some(this.#parents, 1, 3);
    return augmented.map((parent) => {
      const place: Place = { ...parent, module, names: { used: 0 }, depth: Math.min(parent.depth, 1), optional: true };
      return statement('augment', `/${parent.schemaPath.join('/')}`, ...this.#siblings(place));
    });
  }

  #siblings(place: Place): Draft[] {
    return Array.from({ length: 1 + this.tape.below(MOST_SIBLINGS) }, () => this.#node(place));
  }

  #name({ names }: Place): string {
    const name = NAMES[names.used] ?? `n${names.used}`;
    names.used += 1;
    return name;
  }

  #below(place: Place, name: string, more: Partial<Place> = {}): Place {
    const step = stepOf(place, name);
    const path = [...place.path, step];
    const schemaPath = [...place.schemaPath, step];
    return {
      ...place,
      path,
      schemaPath,
      depth: place.depth - 1,
      names: { used: 0 },
      leafs: [],
      optional: false,
      ...more,
    };
  }

  #node(place: Place): Draft {
    const deep = [
      () => this.#container(place),
      () => this.#list(place),
      () => this.#list(place),
      () => this.#choice(place),
    ];
    const flat = [
      () => this.#leaf(place),
      () => this.#leaf(place),
      () => this.#leafList(place),
      () => statement(this.tape.pick(['anydata', 'anyxml']), this.#name(place)),
    ];
    return this.tape.pick(place.depth > 0 ? [...flat, ...deep] : flat)();
  }

  #leaf(place: Place): Draft {
    const name = this.#name(place);
    const type = this.#type(place);
    const mandatory = !place.optional && type.leafref !== true && this.tape.oneIn(6);
    const [sample] = this.tape.some(type.samples, 0, 1);
    const condition = mandatory ? undefined : this.#condition(place);
    this.#note(place, name);
    const value = mandatory || sample === undefined ? undefined : statement('default', sample);
    return statement('leaf', name, condition, type.draft, flag('mandatory', mandatory), value);
  }

  #note(place: Place, name: string): void {
    const step = stepOf(place, name);
    place.leafs.push(step);
    this.#targets.push({ path: [...place.path, step], config: place.config });
  }

  #leafList(place: Place): Draft {
    const name = this.#name(place);
    const type = this.#type(place);
    const least = !place.optional && type.leafref !== true && this.tape.oneIn(6) ? 1 : 0;
    const defaults = least === 0 && this.tape.oneIn(3) ? this.tape.some(type.samples, 0) : [];
    const values = defaults.map((value) => statement('default', value));
    const condition = this.#condition(place);
    return statement('leaf-list', name, condition, type.draft, ...this.#limits(place, least), ...values);
  }

  #limits({ config }: Place, least: number): (Draft | undefined)[] {
    return [
      least > 0 ? statement('min-elements', String(least)) : undefined,
      this.tape.oneIn(8) ? statement('max-elements', String(least + 3)) : undefined,
      config && this.tape.oneIn(2) ? statement('ordered-by', 'user') : undefined,
    ];
  }

  #container(place: Place): Draft {
    const name = this.#name(place);
    const presence = this.tape.oneIn(2);
    const state = place.config && this.tape.oneIn(6);
    const condition = this.#condition(place);
    const optional = !presence && place.optional;
    const below = this.#below(place, name, { config: place.config && !state, optional });
    this.#parents.push(below);
    return statement(
      'container',
      name,
      condition,
      presence ? statement('presence', 'said') : undefined,
      state ? statement('config', 'false') : undefined,
      ...this.#siblings(below),
    );
  }

  #list(place: Place): Draft {
    const name = this.#name(place);
    const state = place.config && this.tape.oneIn(6);
    const config = place.config && !state;
    const below = this.#below(place, name, { config });
    const keys = Array.from({ length: config ? 1 + this.tape.below(2) : this.tape.below(2) }, () => {
      const key = this.#name(below);
      const { draft } = this.#type(below);
      this.#note(below, key);
      return statement('leaf', key, draft);
    });
    const others = this.#siblings(below);
    this.#parents.push(below);
    const leaf = others.find(({ keyword }) => keyword === 'leaf');
    const unique = leaf !== undefined && this.tape.oneIn(4) ? statement('unique', leaf.argument) : undefined;
    const least = place.optional || !this.tape.oneIn(8) ? 0 : 1;
    const condition = this.#condition(place);
    return statement(
      'list',
      name,
      condition,
      keys.length > 0 ? statement('key', keys.map(({ argument }) => argument).join(' ')) : undefined,
      unique,
      state ? statement('config', 'false') : undefined,
      ...this.#limits({ ...place, config }, least),
      ...keys,
      ...others,
    );
  }

  #choice(place: Place): Draft {
    const name = this.#name(place);
    const cases = Array.from({ length: 1 + this.tape.below(3) }, () => {
      const one = this.#name(place);
      const schemaPath = [...place.schemaPath, stepOf(place, name), stepOf(place, one)];
      const inside = { ...place, schemaPath, depth: place.depth - 1, optional: true, leafs: [] };
      return statement('case', one, ...this.#siblings(inside));
    });
    const mandatory = !place.optional && this.tape.oneIn(6);
    const value = !mandatory && this.tape.oneIn(3) ? statement('default', cases[0]?.argument) : undefined;
    return statement('choice', name, flag('mandatory', mandatory), value, ...cases);
  }

  #type(place: Place): TypeDraft & { readonly leafref?: true } {
    const requires = this.tape.oneIn(2);
    const targets = this.tape.oneIn(6)
      ? this.#targets.filter(({ config }) => config || !place.config || !requires)
      : [];
    if (targets.length === 0) return anyType(this.tape);
    const { path } = this.tape.pick(targets);
    const require = requires ? undefined : statement('require-instance', 'false');
    return {
      draft: statement('type', 'leafref', statement('path', `/${path.join('/')}`), require),
      samples: [],
      leafref: true,
    };
  }

  /** About a leaf that stands before in the same parent. */
  #condition({ leafs }: Place): Draft | undefined {
    if (leafs.length === 0 || !this.tape.oneIn(3)) return undefined;
    const leaf = this.tape.pick(leafs);
    const forms = [`../${leaf}`, `not(../${leaf} = 'a')`, `count(../../*) < 4`, `../${leaf} != 1 or /m:top/*`];
    return statement(this.tape.pick(['must', 'when']), this.tape.pick(forms));
  }
}
