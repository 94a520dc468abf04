/** Adds statements to the first transaction that a piece of work makes, wherever in the rooms below it is made. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './store.js';

/** Statements that wait for a transaction. */
interface Opening {
  /** Absent when the piece of work is over: what it started in the background must not keep them in memory. */
  first: ((tx: Tx) => Promise<void>) | undefined;
  /** True while no transaction has the statements. */
  isWaiting: boolean;
  /** The piece of work of which this one is a part; absent when this one is over, as `first`. */
  around: Opening | undefined;
}

export class FirstTransactions {
  readonly #openings = new AsyncLocalStorage<Opening>();
  /** Number of pieces of work that are not over. */
  #open = 0;

  /** See `Store.beginWith`. */
  async beginWith<T>(first: (tx: Tx) => Promise<void>, work: () => Promise<T>): Promise<T> {
    const opening: Opening = { first, isWaiting: true, around: this.#openings.getStore() };
    this.#open += 1;
    try {
      return await this.#openings.run(opening, work);
    } finally {
      // Work that goes on in the background is another piece of work.
      opening.first = undefined;
      opening.around = undefined;
      this.#open -= 1;
      // While a context is followed, Node.js calls functions of its own for each promise of the process. Contexts that
      // are left are of work that is over, and have nothing that could be found.
      if (this.#open === 0) this.#openings.disable();
    }
  }

  /** See `Store.apart`. */
  apart<T>(work: () => T): T {
    return this.#openings.exit(work);
  }

  /** Makes a transaction with the statements that wait for it. @param transact makes one transaction */
  transact<T>(transact: (work: (tx: Tx) => Promise<T>) => Promise<T>, work: (tx: Tx) => Promise<T>): Promise<T> {
    const waiting = waitingIn(this.#openings.getStore());
    if (waiting.length === 0) return transact(work);
    for (const { opening } of waiting) opening.isWaiting = false;
    const done = transact(async (tx) => {
      for (const { first } of waiting) await first(tx);
      return work(tx);
    });
    // A transaction that was not stored has not stored the statements either: the next one is the first.
    done.catch(() => {
      for (const { opening } of waiting) opening.isWaiting = true;
    });
    return done;
  }
}

/** Returns the openings that wait, the outermost first. */
function waitingIn(
  opening: Opening | undefined,
): readonly { readonly opening: Opening; readonly first: NonNullable<Opening['first']> }[] {
  if (!opening) return [];
  const { first, isWaiting, around } = opening;
  return [...waitingIn(around), ...(isWaiting && first ? [{ opening, first }] : [])];
}
