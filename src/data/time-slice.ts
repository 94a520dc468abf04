/** Time slices: work on a long document pauses regularly, so that other work is not blocked. */

/** Milliseconds of a slice. */
const SLICE = 5;
/** Number of calls of `due` between two readings of the clock. */
const STRIDE = 32;

/** Texts and messages shorter than this, in UTF-16 units or bytes, are read at once, which is faster. */
export const AT_ONCE = 32 * 1024;

/** Resolvers of the work whose slice has ended, in order of arrival. */
const waiting: (() => void)[] = [];

/** Starts one slice per turn of the event loop: between two slices all other work runs. */
function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** The slices of one document. */
export class TimeSlice {
  #until: number;
  #asked = 0;

  /**
   * @param owner its signal aborts the work: `next` then rejects with the reason; the signal may be created on first
   * access
   * @param slice milliseconds
   */
  constructor(
    readonly owner?: { readonly signal: AbortSignal },
    readonly slice = SLICE,
  ) {
    this.#until = performance.now() + slice;
  }

  /** True when the slice has ended. Cheap enough to read at every node. */
  get due(): boolean {
    this.#asked += 1;
    return this.#asked % STRIDE === 0 && performance.now() > this.#until;
  }

  /** True when the slice has ended by the clock; for use after a step that may have been long. */
  get over(): boolean {
    return performance.now() > this.#until;
  }

  /** Resolves when the next slice begins. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(giveTurn);
    });
    this.owner?.signal.throwIfAborted();
    this.#until = performance.now() + this.slice;
  }
}

const UNHURRIED = new TimeSlice(undefined, Number.POSITIVE_INFINITY);

/** Long work in steps: it yields where other work may run, and returns its result. */
export type Steps<T> = Generator<undefined, T, void>;

/** Runs the steps without a pause and returns the result. */
export function atOnce<T>(work: (slice: TimeSlice) => Steps<T>): T {
  const steps = work(UNHURRIED);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs the steps in slices and returns the result; short work is finished before the promise is returned. Rejects as
 * `TimeSlice.next` does.
 */
export async function inSlices<T>(slice: TimeSlice, work: (slice: TimeSlice) => Steps<T>): Promise<T> {
  const steps = work(slice);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await slice.next();
  }
}
