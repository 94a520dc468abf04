/** Who committed each loop: the user with whose rights it acts where configuration names no other. */
import { SYSTEM_USER } from '../access/index.js';
import type { Store, Tx } from '../store/index.js';

export class LoopOwners {
  #owners = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** Reads what is stored. */
  async load(): Promise<void> {
    const rows = await this.store.reads.selectFrom('loop_owner').selectAll().execute();
    this.#owners = new Map(rows.map(({ loop, owner }) => [loop, owner]));
  }

  /** The user who committed the loop; undefined where the node did, or an earlier version of it had the loop. */
  of(loop: string): string | undefined {
    return this.#owners.get(loop);
  }

  /** Notes, in the transaction of the edit, who made the loops that it creates. @param changes loops that are made or deleted */
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
