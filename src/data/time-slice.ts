/** Work on a long document in short slices, so that one of them does not keep the others waiting. */

/** Milliseconds that a slice may take. */
const SLICE = 5;
/** Questions between two looks at the clock. */
const STRIDE = 32;

/** Texts and messages shorter than this, in UTF-16 units or bytes, are quicker read at once. */
export const AT_ONCE = 32 * 1024;

/** Those whose slice is over, in the order they came. */
const waiting: (() => void)[] = [];

/** One slice for each turn of the event loop: however many documents are read, between two slices everything else runs. */
function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** The slices of one document. */
export class TimeSlice {
  #until: number;
  #asked = 0;

  /**
   * @param owner what waits for a turn rejects with the reason of its signal, once that is aborted; it may be made when asked for
   * @param slice milliseconds
   */
  constructor(
    readonly owner?: { readonly signal: AbortSignal },
    readonly slice = SLICE,
  ) {
    this.#until = performance.now() + slice;
  }

  /** True when the slice is over. Cheap enough to be asked for every node. */
  get due(): boolean {
    this.#asked += 1;
    return this.#asked % STRIDE === 0 && performance.now() > this.#until;
  }

  /** True when the slice is over, by the clock: to be asked after a step that may have been long. */
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

/** Work on something long, step by step: it yields where others may have their turn, and gives back what comes of it. */
export type Steps<T> = Generator<undefined, T, void>;

/** Returns the outcome of work in which no other work gets a turn. */
export function atOnce<T>(work: (slice: TimeSlice) => Steps<T>): T {
  const steps = work(UNHURRIED);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The outcome of work in slices: what is short is done before the promise is returned. Rejects as `TimeSlice.next` does. */
export async function inSlices<T>(slice: TimeSlice, work: (slice: TimeSlice) => Steps<T>): Promise<T> {
  const steps = work(slice);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await slice.next();
  }
}
