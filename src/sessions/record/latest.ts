/**
 * Records as the last transaction left them: what is said into a session reads its row and that of the sender each time. Only
 * transactions may use them, since these run one after the other and see all changes before their own.
 */
import type { Tx } from '../../store/index.js';

/** Maximum number of records; the one that was not used for longest is forgotten. */
const MAX_RECORDS = 1_000;

export class Latest<Kept> {
  readonly #records = new Map<string, Kept>();
  /** Number of changes: a record that was read before one of them may be old. */
  #changes = 0;

  /** Returns the record under this key, read when it is not known. */
  async get(key: string, read: () => Promise<Kept | undefined>): Promise<Kept | undefined> {
    const known = this.#records.get(key);
    if (known !== undefined) {
      this.#keep(key, known);
      return known;
    }
    const changes = this.#changes;
    const record = await read();
    if (record !== undefined && changes === this.#changes) this.#keep(key, record);
    return record;
  }

  /**
   * Tells that a record was stored, changed or removed in this transaction. Must be called for each such change.
   *
   * @param change returns the record as it is now. Default: it is read again
   */
  changed(tx: Tx, key: string, change?: (record: Kept) => Kept): void {
    const known = this.#records.get(key);
    this.#changes += 1;
    if (known !== undefined && change) this.#records.set(key, change(known));
    else this.#records.delete(key);
    tx.afterRollback(() => this.#forget(key));
  }

  /** Tells of a change that may concern every record. */
  allChanged(tx: Tx): void {
    this.#forgetAll();
    tx.afterRollback(() => this.#forgetAll());
  }

  #forget(key: string): void {
    this.#changes += 1;
    this.#records.delete(key);
  }

  #forgetAll(): void {
    this.#changes += 1;
    this.#records.clear();
  }

  #keep(key: string, record: Kept): void {
    this.#records.delete(key);
    this.#records.set(key, record);
    if (this.#records.size <= MAX_RECORDS) return;
    const oldest = this.#records.keys().next();
    if (oldest.done !== true) this.#records.delete(oldest.value);
  }
}
