/** Rings at a time, and at the latest after a while; work that fails is done again later. */

/** Maximum milliseconds until it rings. */
const LONGEST = 3_600_000;

export class Alarm {
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #isClosed = false;

  /** @param work is done when it rings; it sets the alarm again. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Sets it to ring at a time, in milliseconds since 1970, or earlier where it is set so. Default: at the latest time. */
  set(at = Number.POSITIVE_INFINITY): void {
    if (this.#isClosed) return;
    const due = performance.now() + Math.max(0, Math.min(at - Date.now(), LONGEST));
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#ring(), due - performance.now()).unref();
  }

  #ring(): void {
    this.#timer = undefined;
    this.work().catch((error: unknown) => {
      this.onError(error);
      this.set();
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
