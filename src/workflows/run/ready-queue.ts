/** Ready steps, the one with the longest way to the end of the run first; of those with the same way, the one that came first. */
import type { StepRecord } from './record.js';

interface Entry<S> {
  readonly step: S;
  /** The place in the order in which steps came. */
  readonly number: number;
}

/** A binary heap: `push` and `pop` take a time that grows with the logarithm of the number of steps. */
export class ReadyQueue<S extends Pick<StepRecord, 'rank'> = StepRecord> {
  readonly #heap: Entry<S>[] = [];
  #came = 0;

  get size(): number {
    return this.#heap.length;
  }

  push(step: S): void {
    const entry = { step, number: ++this.#came };
    let at = this.#heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#heap[above];
      if (!parent || !isBefore(entry, parent)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = entry;
  }

  /** Takes the first step out; undefined when there is none. */
  pop(): S | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (last && this.#heap.length > 0) this.#sink(last);
    return first?.step;
  }

  /** Puts an entry at the top, and lets it sink until those below it come later. */
  #sink(entry: Entry<S>): void {
    let at = 0;
    for (;;) {
      const [left, right] = [this.#heap[2 * at + 1], this.#heap[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!child || isBefore(entry, child)) break;
      this.#heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#heap[at] = entry;
  }
}

function isBefore<S extends Pick<StepRecord, 'rank'>>(one: Entry<S>, other: Entry<S>): boolean {
  return one.step.rank === other.step.rank ? one.number < other.number : one.step.rank > other.step.rank;
}
