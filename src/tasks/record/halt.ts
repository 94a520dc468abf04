/** `stop-all` and `resume-all`: nothing autonomous goes on in between, restarts included. */
import type { Store, Tx } from '../../store/index.js';

export interface HaltState {
  readonly reason?: string;
  readonly by: string;
  readonly at: string;
}

const ONLY_ROW = 1;

/** Whether autonomous execution is halted; durable, and known without a look-up. Other rooms ask and listen here. */
export class Halt {
  #state: HaltState | undefined;
  readonly #listeners = new Set<(halted: boolean) => void>();

  async load(store: Store): Promise<void> {
    const row = await store.reads.selectFrom('task_halt').selectAll().where('id', '=', ONLY_ROW).executeTakeFirst();
    this.#state = row && { by: row.by_whom, at: row.at, ...(row.reason === null ? {} : { reason: row.reason }) };
  }

  get state(): HaltState | undefined {
    return this.#state;
  }

  /** As a transaction must see it: changes that are not committed yet included. */
  async holdsIn(tx: Tx): Promise<boolean> {
    return (await tx.query('select id from task_halt', [])).length > 0;
  }

  /** Calls `listener` after each committed change; gives the function that ends it. */
  onChange(listener: (halted: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    tx.afterCommit(() => {
      this.#state = state;
      for (const listener of this.#listeners) listener(state !== undefined);
    });
  }
}
