/** Finds the steps without whose output an expression fails: one that has none is null. */
import { chainOf, type Expression, ExpressionError, type Part, parseExpression } from '../expression/index.js';

/** Names of steps. */
export interface NullReads {
  /** Those of whose output a part is read, or which is used as a list or an operand. */
  readonly needed: ReadonlySet<string>;
  /** Those of which the expression asks whether they have an output. */
  readonly tested: ReadonlySet<string>;
}

/** @param mayBeNull the place of the expression takes null */
export function nullReadsOf({ parts }: Expression, mayBeNull: boolean): NullReads {
  const walk = new Walk();
  walk.part(parts(), mayBeNull);
  return walk;
}

/** Returns the steps of which a condition asks whether they have an output. */
export function testedBy(condition: string | undefined): ReadonlySet<string> {
  if (condition === undefined) return NONE;
  try {
    return nullReadsOf(parseExpression(condition), false).tested;
  } catch (error) {
    // The check of the condition itself says what is wrong with it.
    if (error instanceof ExpressionError) return NONE;
    throw error;
  }
}

const NONE: ReadonlySet<string> = new Set();
const OUTPUT = 'output';
/** Functions that take null. */
const TAKING: ReadonlySet<string> = new Set(['type', 'dyn', 'of', 'or', 'orValue']);
/** Members of a step that tell how it ended. */
const TELLING: ReadonlySet<string> = new Set(['state', 'error']);

class Walk implements NullReads {
  readonly needed = new Set<string>();
  readonly tested = new Set<string>();

  /** @param mayBeNull the part may be null */
  part(part: Part, mayBeNull: boolean): void {
    const chain = chainOf(part);
    if (chain) this.#chain(chain, mayBeNull);
    else if (part.kind === 'member') this.part(part.of, part.optional);
    else if (part.kind === 'each') this.#each(part);
    else if (part.kind === 'call') this.#call(part);
    else if (part.kind === 'operation') this.#operation(part, mayBeNull);
  }

  #each({ macro, over, variable, bodies }: Extract<Part, { kind: 'each' }>): void {
    this.part(over, false);
    // A variable with the name of the steps hides them.
    if (variable !== 'steps') for (const each of bodies) this.part(each, macro === 'map');
  }

  #chain([variable, step, member, ...below]: readonly string[], mayBeNull: boolean): void {
    if (variable !== 'steps' || step === undefined || member === undefined) return;
    if (TELLING.has(member)) this.tested.add(step);
    else if (member === OUTPUT && (below.length > 0 || !mayBeNull)) this.needed.add(step);
  }

  #call({ name, receiver, parts }: Extract<Part, { kind: 'call' }>): void {
    const [first] = parts;
    const chain = first && chainOf(first);
    // `has(steps.a.output)` is always true: a step without output has null there.
    if (name === 'has' && chain?.[0] === 'steps' && chain[2] === OUTPUT && chain.length <= 4) {
      if (chain.length === 4 && chain[1] !== undefined) this.tested.add(chain[1]);
      return;
    }
    if (receiver) this.part(receiver, TAKING.has(name));
    for (const each of parts) this.part(each, TAKING.has(name));
  }

  #operation({ name, parts }: Extract<Part, { kind: 'operation' }>, mayBeNull: boolean): void {
    const [first, ...others] = parts;
    if (!first) return;
    switch (name) {
      case '==':
      case '!=':
        if (parts.some((each) => each.kind === 'value' && each.value === null))
          for (const each of parts) this.#test(each);
        for (const each of parts) this.part(each, true);
        return;
      case '?:':
        this.part(first, false);
        for (const each of others) this.part(each, mayBeNull);
        return;
      case 'list':
      case 'map':
        for (const each of parts) this.part(each, true);
        return;
      default:
        this.part(first, name === '[?]');
        for (const each of others) this.part(each, false);
    }
  }

  /** Notes a comparison of a whole output with null. */
  #test(part: Part): void {
    const [variable, step, member, ...below] = chainOf(part) ?? [];
    if (variable === 'steps' && step !== undefined && member === OUTPUT && below.length === 0) this.tested.add(step);
  }
}
