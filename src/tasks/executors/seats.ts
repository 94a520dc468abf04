/** The places of one agent: its runs give theirs to others while they wait for parts, and take one again before they go on. */

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

  /** A place of a run, which has it. */
  seat(signal: AbortSignal): Seat {
    return new Seat(this, signal);
  }

  /** A run waits without a place. Resolves when it has one again; at once where the signal says that it is over. */
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
        // At once, so that no other run takes the place.
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

/** The one place of a run, which may wait for several parts at once. */
export class Seat {
  #waits = 0;
  #away: Promise<void> | undefined;
  #last: (() => void) | undefined;

  constructor(
    private readonly seats: Seats,
    private readonly signal: AbortSignal,
  ) {}

  /** Waits without the place, which comes back with the last of what is waited for: till then it may be needed for that. */
  async without<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#waits++ === 0) {
      const over = new Promise<void>((resolve) => {
        this.#last = resolve;
      });
      this.#away = this.seats.without(this.signal, () => over);
    }
    try {
      return await wait();
    } finally {
      if (--this.#waits === 0) {
        this.#last?.();
        await this.#away;
      }
    }
  }
}
