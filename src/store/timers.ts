/** Calls a function when something is due. It knows only the earliest time; the rows know the rest. */

/** Milliseconds that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

export class Timers {
  #timer: NodeJS.Timeout | undefined;
  #next = Number.POSITIVE_INFINITY;
  #isOpen = false;

  /**
   * @param fire called when the earliest time has come, or may have; it calls `at` with the next one
   * @param longest milliseconds after which `fire` is called in any case
   */
  constructor(
    private readonly now: () => number,
    private readonly fire: () => void,
    private readonly longest = LONGEST,
  ) {}

  open(): void {
    this.#isOpen = true;
    if (Number.isFinite(this.#next)) this.#set();
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
  }

  /** Something is due at this time, in milliseconds since 1970. */
  at(due: number): void {
    if (due >= this.#next) return;
    this.#next = due;
    if (this.#isOpen) this.#set();
  }

  #set(): void {
    clearTimeout(this.#timer);
    const pause = Math.min(Math.max(0, this.#next - this.now()), this.longest);
    this.#timer = setTimeout(() => {
      this.#next = Number.POSITIVE_INFINITY;
      this.fire();
    }, pause);
  }
}
