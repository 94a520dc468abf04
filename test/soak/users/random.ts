/** Numbers that follow from a seed, for walks that can be taken again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0 || 1;
  }

  /** Returns a whole number from 0 to below `bound` (xorshift, 32 bits). */
  below(bound: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    this.#state >>>= 0;
    return this.#state % bound;
  }

  /** Returns one of the values; undefined when there is none. */
  of<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length || 1)];
  }
}
