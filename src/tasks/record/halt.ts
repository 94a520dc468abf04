/** The halt between `stop-all` and `resume-all`: no autonomous execution, also after a restart. */
import type { Store, Tx } from '../../store/index.js';

export interface HaltState {
  readonly reason?: string;
  readonly by: string;
  readonly at: string;
}

/** Acts in the transaction of stop-all (true) or resume-all (false). An error refuses it. */
export type HaltFollower = (tx: Tx, halted: boolean) => Promise<void>;

const ONLY_ROW = 1;

/** The halt of autonomous execution: stored, and kept in memory. Other rooms read it and listen to it here. */
export class Halt {
  #state: HaltState | undefined;
  /** As the last transaction that changed it has left it, before its commit as well. */
  #holds = false;
  readonly #listeners = new Set<(halted: boolean) => void>();
  readonly #followers = new Set<HaltFollower>();

  async load(store: Store): Promise<void> {
    const row = await store.reads.selectFrom('task_halt').selectAll().where('id', '=', ONLY_ROW).executeTakeFirst();
    this.#state = row && { by: row.by_whom, at: row.at, ...(row.reason === null ? {} : { reason: row.reason }) };
    this.#holds = row !== undefined;
  }

  get state(): HaltState | undefined {
    return this.#state;
  }

  /** True when execution is halted for the transaction that runs: changes count from when they are written. */
  get holds(): boolean {
    return this.#holds;
  }

  /** Calls `listener` after each committed change. Returns the function that ends this. */
  onChange(listener: (halted: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `follower` in the transaction of each change. Returns the function that ends this. */
  follow(follower: HaltFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  async set(tx: Tx, state: HaltState | undefined): Promise<void> {
    await tx.sql.deleteFrom('task_halt').where('id', '=', ONLY_ROW).execute();
    if (state) {
      const { reason, by, at } = state;
      await tx.sql
        .insertInto('task_halt')
        .values({ id: ONLY_ROW, reason: reason ?? null, by_whom: by, at })
        .execute();
    }
    const before = this.#holds;
    this.#holds = state !== undefined;
    tx.afterRollback(() => {
      this.#holds = before;
    });
    for (const follower of this.#followers) await follower(tx, state !== undefined);
    tx.afterCommit(() => {
      this.#state = state;
      for (const listener of this.#listeners) listener(state !== undefined);
    });
  }
}
