/** Compares the reads of an expression with the values at its place. */
import { didYouMean } from '../../yang/index.js';
import { chainOf, type Expression, type Part, type TypedSpan } from '../expression/index.js';
import {
  ANY,
  BOOLEAN,
  declaredIn,
  itemShape,
  jsonTypeOf,
  listShape,
  memberShape,
  type Shape,
  STRING,
} from './shape.js';

/** The values that expressions may read at a place. */
export interface Scope {
  /** Variables but `steps`, and what they are. */
  readonly variables: ReadonlyMap<string, Shape>;
  /** Returns the shape of a member of a step, or why it cannot be read here. Absent: there are no steps. */
  readonly step?: (name: string, member: StepMember, below: readonly string[]) => Shape | Refused;
  /** Returns why a step may have no output here, and nothing before the expression has asked for it; undefined when it has one. */
  readonly absent?: (name: string) => string | undefined;
}

export interface Refused {
  readonly refused: string;
}

export const STEP_MEMBERS = ['state', 'output', 'error', 'quality'] as const;
export type StepMember = (typeof STEP_MEMBERS)[number];

export interface Fault {
  readonly code: 'dag-edge-missing' | 'dag-expression' | 'dag-type-mismatch';
  readonly message: string;
}

/** The result of reading one expression. */
export interface Read {
  readonly faults: readonly Fault[];
  readonly typed: readonly TypedSpan[];
  /** Shape of the value of the expression. */
  readonly shape: Shape;
}

export function readsOf({ parts }: Expression, scope: Scope): Read {
  const reader = new Reader(scope);
  const shape = reader.read(parts(), new Map());
  return { faults: reader.faults, typed: reader.typed, shape };
}

type Bound = ReadonlyMap<string, Shape>;

class Reader {
  readonly faults: Fault[] = [];
  readonly typed: TypedSpan[] = [];

  constructor(private readonly scope: Scope) {}

  /** Returns what a part is, and notes what is wrong with it. */
  read(part: Part, bound: Bound): Shape {
    const chain = chainOf(part);
    if (chain) return this.#chain(part, chain, bound);
    switch (part.kind) {
      case 'member': {
        const of = this.read(part.of, bound);
        return this.#member(of, part.name, 'the value');
      }
      case 'each':
        return this.#each(part, bound);
      case 'call': {
        const isTest = part.name === 'has' || part.receiver?.kind === 'name';
        if (part.receiver && !isNamespace(part.receiver)) this.read(part.receiver, bound);
        const before = this.typed.length;
        for (const each of part.parts) this.read(each, bound);
        // The argument of has() is a member, not a value.
        if (isTest && part.name === 'has') this.typed.length = before;
        return ANY;
      }
      case 'operation': {
        const shapes = part.parts.map((each) => this.read(each, bound));
        return part.name === '[]' ? (itemShape(shapes[0] ?? ANY) ?? ANY) : ANY;
      }
      default:
        return ANY;
    }
  }

  #each({ macro, over, variable, bodies }: Extract<Part, { kind: 'each' }>, bound: Bound): Shape {
    const list = this.read(over, bound);
    // Macros go through the names of an object.
    const item = jsonTypeOf(list) === 'object' ? STRING : (itemShape(list) ?? ANY);
    const inner = new Map([...bound, [variable, item]]);
    const shapes = bodies.map((each) => this.read(each, inner));
    if (macro === 'filter') return jsonTypeOf(list) === 'object' ? listShape(STRING) : list;
    return macro === 'map' ? listShape(shapes.at(-1) ?? ANY) : BOOLEAN;
  }

  #chain(part: Part, [first, ...names]: readonly [string, ...string[]], bound: Bound): Shape {
    const own = bound.get(first);
    const shape = own !== undefined ? own : this.#areSteps(first) ? this.#step(names) : this.#variable(first);
    const rest = own === undefined && this.#areSteps(first) ? names.slice(2) : names;
    const shown = own === undefined && this.#areSteps(first) ? `steps.${names[0]}.${names[1]}` : first;
    let found = shape;
    let way = shown;
    for (const name of rest) {
      found = this.#member(found, name, way);
      way = `${way}.${name}`;
    }
    const type = valueTypeOf(found);
    if (type) this.typed.push({ start: part.start, end: part.end, type });
    return found;
  }

  #areSteps(name: string): boolean {
    return name === 'steps' && this.scope.step !== undefined;
  }

  #variable(name: string): Shape {
    const found = this.scope.variables.get(name);
    if (found !== undefined) return found;
    const there = [...this.scope.variables.keys(), ...(this.scope.step ? ['steps'] : [])];
    const hint = didYouMean(name, there) || ` (a text needs quotation marks: "${name}")`;
    this.#fault('dag-expression', `there is no variable "${name}" here${hint}; there are: ${there.join(', ')}`);
    return ANY;
  }

  #step([name, member, ...below]: readonly string[]): Shape {
    if (name === undefined || member === undefined) {
      this.#fault('dag-expression', 'steps is read by node and member: steps.NAME.output, or steps["NAME"].output');
      return ANY;
    }
    if (!isStepMember(member)) {
      this.#fault('dag-expression', `a step has no "${member}"; it has: ${STEP_MEMBERS.join(', ')}`);
      return ANY;
    }
    const found = this.scope.step?.(name, member, below) ?? ANY;
    if (typeof found === 'string' || !('refused' in found)) return found;
    this.#fault('dag-edge-missing', found.refused);
    return ANY;
  }

  #member(shape: Shape, name: string, way: string): Shape {
    const found = memberShape(shape, name);
    if (found !== undefined) return found;
    const declared = declaredIn(shape);
    const there = declared.length > 0 ? `it has: ${declared.join(', ')}` : `it is of type ${jsonTypeOf(shape)}`;
    this.#fault('dag-type-mismatch', `${way} has no member "${name}" by its schema; ${there}`);
    return ANY;
  }

  #fault(code: Fault['code'], message: string): void {
    this.faults.push({ code, message });
  }
}

function isNamespace(part: Part): boolean {
  return part.kind === 'name' && (part.name === 're' || part.name === 'optional');
}

function isStepMember(name: string): name is StepMember {
  return (STEP_MEMBERS as readonly string[]).includes(name);
}

function valueTypeOf(shape: Shape): TypedSpan['type'] | undefined {
  switch (jsonTypeOf(shape)) {
    case 'integer':
      return 'int';
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'array': {
      const item = valueTypeOf(itemShape(shape) ?? ANY);
      return item === 'int' || item === 'string' || item === 'bool' ? `list<${item}>` : 'list<dyn>';
    }
    case 'object':
      return 'map';
    default:
      return undefined;
  }
}
