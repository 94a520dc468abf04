/**
 * Records that were written last, by their keys, so that the next turn of a run need not read them from the database. Only
 * this node writes its store, and a record is forgotten when what wrote it is rolled back.
 */
import type { Tx } from '../../store/index.js';

export class Recent<R> {
  readonly #records = new Map<string, R>();

  /** @param most number of records that are kept */
  constructor(private readonly most: number) {}

  /** Returns a record as the transactions that run or have run left it; undefined when it has to be read. */
  get(key: string): R | undefined {
    return this.#records.get(key);
  }

  /** Keeps a record that this transaction has written. */
  wrote(tx: Tx, key: string, record: R): void {
    this.#records.delete(key);
    this.#records.set(key, record);
    tx.afterRollback(() => this.forget(key));
    if (this.#records.size <= this.most) return;
    for (const oldest of this.#records.keys()) {
      this.#records.delete(oldest);
      break;
    }
  }

  clear(): void {
    this.#records.clear();
  }

  forget(key: string): void {
    this.#records.delete(key);
  }
}
