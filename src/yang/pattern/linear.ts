/**
 * The linear-time matcher: a deterministic automaton built lazily from the program's state sets. Each character costs one
 * table lookup, or one pass over the program for a new transition, whatever the pattern is.
 */
import type { Charset } from './charset.js';
import { buildProgram, type Program } from './program.js';
import type { Resolved } from './resolved.js';

/** Maximum number of transitions; then the table is emptied. Bounds the memory. */
const MAX_TRANSITIONS = 20_000;

interface State {
  /** Program counters of `character` instructions, ascending. */
  readonly counters: readonly number[];
  readonly accepting: boolean;
  readonly next: (State | undefined)[];
}

export class LinearMatcher {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  /** Per instruction: the letters of the alphabet that a `character` instruction accepts. */
  readonly #letters: readonly (ReadonlySet<number> | undefined)[];
  /** Number of the pass that last visited each instruction, so that no set is needed per pass. */
  readonly #visited: Uint32Array;
  #pass = 0;
  #states = new Map<string, State>();
  #transitions = 0;
  #start: State;

  constructor(regex: Resolved) {
    this.#program = buildProgram(regex);
    const sets = this.#program.instructions.flatMap((i) => (i.op === 'character' ? [i.set] : []));
    this.#alphabet = new Alphabet(sets);
    const known = new Map<Charset, ReadonlySet<number>>();
    this.#letters = this.#program.instructions.map((i) => {
      if (i.op !== 'character') return undefined;
      const letters = known.get(i.set) ?? this.#alphabet.lettersOf(i.set);
      known.set(i.set, letters);
      return letters;
    });
    this.#visited = new Uint32Array(this.#program.instructions.length);
    this.#start = this.#stateAt([this.#program.start]);
  }

  test(value: string): boolean {
    let state = this.#start;
    for (let i = 0; i < value.length; i += 1) {
      let code = value.charCodeAt(i);
      if (code >= 0xd800 && code <= 0xdbff) {
        code = value.codePointAt(i) ?? code;
        if (code > 0xffff) i += 1;
      }
      const letter = this.#alphabet.letter(code);
      const next = state.next[letter] ?? this.#step(state, letter);
      if (next.counters.length === 0 && !next.accepting) return false;
      state = next;
    }
    return state.accepting;
  }

  #step(from: State, letter: number): State {
    if (this.#transitions >= MAX_TRANSITIONS) {
      this.#states = new Map();
      this.#transitions = 0;
      this.#start = this.#stateAt([this.#program.start]);
    }
    const targets: number[] = [];
    for (const counter of from.counters) {
      const instruction = this.#program.instructions[counter];
      if (instruction?.op === 'character' && this.#letters[counter]?.has(letter)) targets.push(instruction.next);
    }
    const state = this.#stateAt(targets);
    from.next[letter] = state;
    this.#transitions += 1;
    return state;
  }

  /** Returns the state for all instructions reachable from `targets` without reading a character. */
  #stateAt(targets: readonly number[]): State {
    this.#pass += 1;
    const pending = [...targets];
    const counters: number[] = [];
    let accepting = false;
    for (let counter = pending.pop(); counter !== undefined; counter = pending.pop()) {
      if (this.#visited[counter] === this.#pass) continue;
      this.#visited[counter] = this.#pass;
      const instruction = this.#program.instructions[counter];
      if (instruction?.op === 'split') pending.push(...instruction.targets);
      else if (instruction?.op === 'character') counters.push(counter);
      else accepting = true;
    }
    counters.sort((a, b) => a - b);
    const id = `${accepting}${counters.join()}`;
    const known = this.#states.get(id);
    if (known) return known;
    const state: State = { counters, accepting, next: [] };
    this.#states.set(id, state);
    return state;
  }
}

/** The code points divided into intervals, the letters: no character set of the pattern separates code points of one letter. */
class Alphabet {
  /** First code point of each letter's interval, ascending. */
  readonly #starts: readonly number[];
  readonly #ascii = new Uint16Array(128);

  constructor(sets: readonly Charset[]) {
    const starts = new Set<number>([0]);
    for (const set of new Set(sets)) {
      for (const [i, bound] of set.entries()) starts.add(i % 2 === 0 ? bound : bound + 1);
    }
    this.#starts = [...starts].sort((a, b) => a - b);
    for (let code = 0; code < 128; code += 1) this.#ascii[code] = this.#search(code);
  }

  letter(code: number): number {
    return code < 128 ? (this.#ascii[code] ?? 0) : this.#search(code);
  }

  lettersOf(set: Charset): ReadonlySet<number> {
    const letters = new Set<number>();
    for (let i = 0; i + 1 < set.length; i += 2) {
      const last = this.#search(set[i + 1] ?? 0);
      for (let letter = this.#search(set[i] ?? 0); letter <= last; letter += 1) letters.add(letter);
    }
    return letters;
  }

  #search(code: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
