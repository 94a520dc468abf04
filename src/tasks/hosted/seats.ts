/** Runs of one agent that give their place to others while they wait for parts, and take one again before they go on. */

/** Runs without a place; more of them keep theirs while they wait. */
const MOST_AWAY = 1_000;

export class Seats {
  #away = 0;
  readonly #returning: (() => void)[] = [];

  /**
   * @param free how many places are free, those of the runs that are away among them
   * @param left a run has given its place back
   */
  constructor(
    private readonly free: () => number,
    private readonly left: () => void,
  ) {}

  /** How many runs have no place now. */
  get away(): number {
    return this.#away;
  }

  /** True when a run waits for a place to go on: it comes before tasks that have not begun. */
  get isAwaited(): boolean {
    return this.#returning.length > 0;
  }

  /** Waits without a place. Resolves when the run has one again; at once where the signal says that it is over. */
  async without<T>(signal: AbortSignal, wait: () => Promise<T>): Promise<T> {
    if (this.#away >= MOST_AWAY) return wait();
    this.#away++;
    this.left();
    try {
      return await wait();
    } finally {
      await this.#back(signal);
    }
  }

  /** Lets those go on for whom there is a place. */
  give(): void {
    while (this.isAwaited && this.free() > 0) this.#returning.shift()?.();
  }

  async #back(signal: AbortSignal): Promise<void> {
    if (!signal.aborted && (this.isAwaited || this.free() <= 0)) await this.#turn(signal);
    else this.#away--;
  }

  /** Resolves once the run has its place, or is over. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        // At once, so that nobody else takes the place.
        this.#away--;
        signal.removeEventListener('abort', over);
        resolve();
      };
      const over = () => {
        this.#returning.splice(this.#returning.indexOf(go), 1);
        go();
      };
      signal.addEventListener('abort', over, { once: true });
      this.#returning.push(go);
    });
  }
}
