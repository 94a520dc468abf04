/** Parts of a doubling: a median is told to within a fifth. */
const STEPS = 4;
/** Up to 2^30 milliseconds, twelve days. */
const BUCKETS = 30 * STEPS;
/** Waits after which the older ones count half. */
const HALVED_AT = 4_096;

/**
 * How long tasks of an agent waited, as a histogram of a fixed size. It remembers thousands of waits, so that a few tasks
 * that were let go first do not change at once what counts as long.
 */
export class Waits {
  readonly #counts = new Uint16Array(BUCKETS);
  #total = 0;

  /** @param wait in milliseconds */
  add(wait: number): void {
    const bucket = Math.min(BUCKETS - 1, Math.floor(STEPS * Math.log2(Math.max(0, wait) + 1)));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total++;
    if (this.#total < HALVED_AT) return;
    this.#total = 0;
    for (const [index, count] of this.#counts.entries()) {
      this.#counts[index] = count >> 1;
      this.#total += count >> 1;
    }
  }

  /** In milliseconds, the least that the bucket in the middle may mean; 0 without any. */
  median(): number {
    let seen = 0;
    for (const [index, count] of this.#counts.entries()) {
      seen += count;
      if (2 * seen > this.#total) return 2 ** (index / STEPS) - 1;
    }
    return 0;
  }
}
