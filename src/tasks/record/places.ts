/**
 * The order in which tasks begin to wait, and are given out: counted, so that no setting of the clock puts a task in front of
 * others or behind them. Numbers that a transaction took in vain are left out.
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
