/**
 * The users that committed the loops, and those that last changed them. A loop acts with the rights of the first unless configuration
 * names another; the second may not approve its decisions.
 */
import { SYSTEM_USER } from '../access/index.js';
import type { Store, Tx } from '../store/index.js';

export class LoopOwners {
  #owners = new Map<string, string>();
  #changers = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** Reads the stored owners. */
  async load(): Promise<void> {
    const rows = await this.store.reads.selectFrom('loop_owner').selectAll().execute();
    this.#owners = new Map(rows.map(({ loop, owner }) => [loop, owner]));
    const changes = await this.store.reads.selectFrom('loop_change').selectAll().execute();
    this.#changers = new Map(changes.map(({ loop, user }) => [loop, user]));
  }

  /** Returns the user that committed the loop; undefined when the node did, or when the loop is of an earlier version. */
  of(loop: string): string | undefined {
    return this.#owners.get(loop);
  }

  /** Returns the user that last changed the loop; undefined when the node did, or when that is not known. */
  changedBy(loop: string): string | undefined {
    return this.#changers.get(loop);
  }

  /**
   * Stores the user of changed loops in the transaction of the edit.
   *
   * @param changes `moved` for loops that are created or deleted
   */
  async note(
    tx: Tx,
    changes: readonly { readonly loop: string; readonly exists: boolean; readonly moved: boolean }[],
    user: string,
  ): Promise<void> {
    for (const { loop, exists, moved } of changes) {
      const by = exists && user !== SYSTEM_USER ? user : undefined;
      await tx.sql.deleteFrom('loop_change').where('loop', '=', loop).execute();
      if (by !== undefined) await tx.sql.insertInto('loop_change').values({ loop, user: by }).execute();
      if (moved) {
        await tx.sql.deleteFrom('loop_owner').where('loop', '=', loop).execute();
        if (by !== undefined) await tx.sql.insertInto('loop_owner').values({ loop, owner: by }).execute();
      }
      tx.afterCommit(() => {
        put(this.#changers, loop, by);
        if (moved) put(this.#owners, loop, by);
      });
    }
  }
}

function put(users: Map<string, string>, loop: string, user: string | undefined): void {
  if (user === undefined) users.delete(loop);
  else users.set(loop, user);
}
