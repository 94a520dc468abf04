/** The users that committed the loops. A loop acts with the rights of this user unless configuration names another. */
import { SYSTEM_USER } from '../access/index.js';
import type { Store, Tx } from '../store/index.js';

export class LoopOwners {
  #owners = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** Reads the stored owners. */
  async load(): Promise<void> {
    const rows = await this.store.reads.selectFrom('loop_owner').selectAll().execute();
    this.#owners = new Map(rows.map(({ loop, owner }) => [loop, owner]));
  }

  /** Returns the user that committed the loop; undefined when the node did, or when the loop is of an earlier version. */
  of(loop: string): string | undefined {
    return this.#owners.get(loop);
  }

  /** Stores the user of created loops in the transaction of the edit. @param changes created and deleted loops */
  async note(
    tx: Tx,
    changes: readonly { readonly loop: string; readonly exists: boolean }[],
    user: string,
  ): Promise<void> {
    for (const { loop, exists } of changes) {
      await tx.sql.deleteFrom('loop_owner').where('loop', '=', loop).execute();
      const owner = exists && user !== SYSTEM_USER ? user : undefined;
      if (owner !== undefined) await tx.sql.insertInto('loop_owner').values({ loop, owner }).execute();
      tx.afterCommit(() => {
        if (owner === undefined) this.#owners.delete(loop);
        else this.#owners.set(loop, owner);
      });
    }
  }
}
