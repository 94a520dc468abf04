/**
 * The order of tasks in the queue: a counter, so that setting the clock does not change the order. Numbers of transactions that
 * were rolled back are not used again.
 */
export class Places {
  /** @param last the number given last, before the node was started */
  constructor(private last: number) {}

  /** Returns the next number. */
  next(): number {
    this.last += 1;
    return this.last;
  }
}
