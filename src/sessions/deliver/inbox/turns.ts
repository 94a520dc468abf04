/**
 * Deficit round-robin: of those that wait, each in turn may spend what its weight gives it, and saves what is not enough for its next
 * piece. With that, pieces of any size share a stream as their weights say.
 */

/** Credit of one turn at priority 0, in octets; each step of the priority doubles it. */
const QUANTUM = 1024;

export interface Waiter {
  /** 0 to 7. */
  readonly priority: number;
}

export class Turns<W extends Waiter> {
  readonly #queue = new Set<W>();
  readonly #credit = new WeakMap<W, number>();

  /** Lets one wait for its turn; one that waits already keeps its place. */
  add(waiter: W): void {
    this.#queue.add(waiter);
  }

  /** Number of those that wait. */
  get size(): number {
    return this.#queue.size;
  }

  /** Returns the one whose turn it is; undefined when none waits. */
  get first(): W | undefined {
    return this.#queue.values().next().value;
  }

  /** Begins the turn of the first one. @returns its credit in octets */
  begin(waiter: W): number {
    const credit = (this.#credit.get(waiter) ?? 0) + QUANTUM * 2 ** waiter.priority;
    this.#credit.set(waiter, credit);
    return credit;
  }

  /** Takes octets from the credit of a waiter. */
  spend(waiter: W, octets: number): void {
    this.#credit.set(waiter, (this.#credit.get(waiter) ?? 0) - octets);
  }

  /** Ends a turn: it goes behind the others with its credit, or waits no more and loses it. */
  end(waiter: W, hasMore: boolean): void {
    this.#queue.delete(waiter);
    if (hasMore) this.#queue.add(waiter);
    else this.#credit.delete(waiter);
  }

  /** Takes one out that will not wait again. */
  remove(waiter: W): void {
    this.end(waiter, false);
  }
}
