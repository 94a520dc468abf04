/** Grants and tokens that are revoked. They are kept until all that came from them has ended by itself. */
import type { Store, Tx } from '../../store/index.js';
import type {} from '../grant/grant-table.js';

export class Revocations {
  readonly #until: Map<string, number>;

  private constructor(
    private readonly store: Store,
    until: Map<string, number>,
  ) {
    this.#until = until;
  }

  static async load(store: Store): Promise<Revocations> {
    const rows = await store.reads.selectFrom('access_revoked').selectAll().execute();
    return new Revocations(store, new Map(rows.map(({ id, until }) => [id, Number(until)])));
  }

  /** True when one of these is revoked. */
  hasAny(lineage: readonly string[]): boolean {
    return this.#until.size > 0 && lineage.some((id) => this.#until.has(id));
  }

  /** Revokes in a transaction; it holds when that is stored. @param until when what came from it has ended by itself */
  async add(tx: Tx, id: string, until: number): Promise<void> {
    await tx.sql
      .insertInto('access_revoked')
      .values({ id, until })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) => ({ until: row.fn('max', ['access_revoked.until', row.val(until)]) })),
      )
      .execute();
    await tx.sql.deleteFrom('access_revoked').where('until', '<', Date.now()).execute();
    tx.afterCommit(() => {
      this.#until.set(id, Math.max(until, this.#until.get(id) ?? 0));
      for (const [each, end] of this.#until) if (end < Date.now()) this.#until.delete(each);
    });
  }

  /** @see add */
  async revoke(id: string, until: number): Promise<void> {
    await this.store.transact((tx) => this.add(tx, id, until));
  }
}
