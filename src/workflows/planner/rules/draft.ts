/** A workflow that grows: each work with the works before it that give what it needs (backward chaining over schemas). */
import { isObject } from '../../../data/index.js';
import type { Parameter, Reading } from '../../../tasks/index.js';
import type { OfferedWork, Wish } from '../planner.js';
import { literal } from './literal.js';

type Node = Readonly<Record<string, unknown>>;

/** Works of which one needs the output of the next, at most. */
const DEEPEST = 8;
const MOST_NODES = 32;

export class Draft {
  readonly #nodes = new Map<string, Node>();
  /** The node of each skill that gives values to others. */
  readonly #givers = new Map<string, string>();
  #last: string | undefined;

  constructor(
    private readonly skills: readonly OfferedWork[],
    private readonly wish: Pick<Wish, 'goal' | 'input'>,
  ) {}

  /** Adds a work that follows those before it. Returns the parameters that nothing gives; then nothing is added. */
  add(kind: 'workflow' | 'task', { skill, values }: Reading<OfferedWork>): readonly Parameter[] {
    const made = this.#made(kind, skill, values, []);
    if ('lacking' in made) return made.lacking;
    this.#last = made.name;
    return [];
  }

  /** Returns the workflow, in the form of its authors. */
  workflow(): object {
    const last = this.#last;
    return {
      name: 'plan',
      version: '1',
      description: this.wish.goal,
      nodes: Object.fromEntries(this.#nodes),
      ...(last === undefined ? {} : { output: { result: `steps.${last}.output` } }),
    };
  }

  #made(
    kind: 'workflow' | 'task',
    work: OfferedWork,
    values: Readonly<Record<string, unknown>>,
    above: readonly string[],
  ): { readonly name: string } | { readonly lacking: readonly Parameter[] } {
    const input: Record<string, string> = {};
    const lacking: Parameter[] = [];
    for (const parameter of work.parameters) {
      const value = this.#valueOf(parameter, values, [...above, work.name]);
      if (value !== undefined) input[parameter.name] = value;
      else if (parameter.required) lacking.push(parameter);
    }
    if (lacking.length > 0) return { lacking };
    const name = this.#nameFor(work.name);
    const after = above.length === 0 && this.#last !== undefined ? { after: [this.#last] } : {};
    this.#nodes.set(name, { [kind]: work.name, ...(Object.keys(input).length === 0 ? {} : { input }), ...after });
    return { name };
  }

  /** Returns an expression: a value of the text, a member of the input, or the output of another skill. */
  #valueOf(
    { name, required }: Parameter,
    values: Readonly<Record<string, unknown>>,
    above: readonly string[],
  ): string | undefined {
    if (Object.hasOwn(values, name)) return literal(values[name]);
    if (Object.hasOwn(this.wish.input, name)) return isIdentifier(name) ? `input.${name}` : `input[${literal(name)}]`;
    const giver = required && isIdentifier(name) ? this.#giverOf(name, values, above) : undefined;
    return giver === undefined ? undefined : `steps.${giver}.output.${name}`;
  }

  /** Returns the node of a skill whose output has this member. */
  #giverOf(member: string, values: Readonly<Record<string, unknown>>, above: readonly string[]): string | undefined {
    for (const skill of this.skills) {
      if (above.includes(skill.name) || !gives(skill, member)) continue;
      const known = this.#givers.get(skill.name);
      if (known !== undefined) return known;
      if (above.length >= DEEPEST || this.#nodes.size >= MOST_NODES) return undefined;
      const made = this.#made('task', skill, accepted(skill, values), above);
      if ('lacking' in made) continue;
      this.#givers.set(skill.name, made.name);
      return made.name;
    }
    return undefined;
  }

  /** Returns a name that no node has, of the characters that names of nodes have. */
  #nameFor(work: string): string {
    const base = work
      .replace(/[^A-Za-z0-9_]/g, '_')
      .replace(/^(?=[^A-Za-z_])/, '_')
      .slice(0, 56);
    let name = base;
    for (let at = 2; this.#nodes.has(name); at++) name = `${base}_${at}`;
    return name;
  }
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** True for a skill whose output must have the member. */
function gives({ output = {} }: OfferedWork, member: string): boolean {
  const { properties, required } = output;
  return (
    isObject(properties) && Object.hasOwn(properties, member) && Array.isArray(required) && required.includes(member)
  );
}

/** Returns those values that parameters of a skill with the same names take. */
function accepted(
  { parameters }: OfferedWork,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const fitting = parameters.filter(({ name, accepts }) => Object.hasOwn(values, name) && accepts(values[name]));
  return Object.fromEntries(fitting.map(({ name }) => [name, values[name]]));
}
