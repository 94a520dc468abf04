/** Lets only so many transactions of runs wait for the store at a time, so that those of others wait for few of them. */

/** Number of transactions at the begin, and the most. */
const FIRST = 4;
const MOST = 16;

export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #places = FIRST;
  #inside = 0;

  /** Resolves when the caller may go in, those first that came first. */
  async enter(): Promise<void> {
    if (this.#inside >= this.#places) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#inside += 1;
  }

  /**
   * Lets the next ones in.
   *
   * @param wasLong true for a transaction that took long: the next ones go in one by one, until they are short again
   */
  leave(wasLong: boolean): void {
    this.#places = wasLong ? 1 : Math.min(this.#places + 1, MOST);
    this.#inside -= 1;
    while (this.#inside < this.#places) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#inside += 1;
      next();
    }
  }
}
