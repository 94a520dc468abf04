/** The places of one agent. A run gives its place to others while it waits for parts, and takes one again before it goes on. */

/** Maximum number of runs that wait without a place; further runs keep theirs while they wait. */
const MOST_AWAY = 1_000;

export class Seats {
  #away = 0;
  readonly #returning: (() => void)[] = [];

  /**
   * @param free returns how many places are free, those of waiting runs included
   * @param left called when a run has given its place back
   */
  constructor(
    private readonly free: () => number,
    private readonly left: () => void,
  ) {}

  /** Number of runs without a place now. */
  get away(): number {
    return this.#away;
  }

  /** True when a run waits for a place to go on: it comes before tasks that have not begun. */
  get isAwaited(): boolean {
    return this.#returning.length > 0;
  }

  /** Returns the place of a run. */
  seat(signal: AbortSignal): Seat {
    return new Seat(this, signal);
  }

  /** Waits without a place. Resolves when the run has one again, or at once when the run is over (aborted signal). */
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

  /** Gives free places to waiting runs. */
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
        // Counted at once, so that no other run takes the place.
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

  /**
   * Waits without the place. The run takes it again after the last of its waits, because an awaited part may need it until then.
   */
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
