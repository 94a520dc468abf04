/** Ends tasks whose authority is not in force any more, and those on nodes to which nothing may go any more. */
import type { Tx } from '../../store/index.js';
import type { Authorities } from '../record/authority.js';
import { boundAfter, standingOf, unbind } from '../record/bound-tasks.js';
import { isFinal } from '../record/states.js';
import { PIECE, type RecoveryNeeds } from './lose.js';

export interface UnauthorizedNeeds extends RecoveryNeeds {
  readonly authorities: Authorities;
}

/**
 * Looks once at the tasks that are bound to an authority, and cancels those that may not go on.
 *
 * @param due only those whose authority ends by then. Default: all
 */
export async function endUnauthorized(needs: UnauthorizedNeeds, due?: number): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last;
    last = await needs.store.transact(async (tx) => {
      const tasks = await boundAfter(tx, { after, limit: PIECE, ...(due === undefined ? {} : { due }) });
      for (const task of tasks) await endIfDue(needs, tx, task);
      return tasks.length === PIECE ? tasks.at(-1) : undefined;
    });
  }
}

/** Looks at all of these tasks when it is told to; told again while it looks, it looks once more. */
export class Unauthorized {
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(private readonly needs: UnauthorizedNeeds) {}

  /** Resolves when all were looked at after this call. */
  look(): Promise<void> {
    this.#again = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await endUnauthorized(this.needs);
    }
  }
}

async function endIfDue(needs: UnauthorizedNeeds, tx: Tx, id: string): Promise<void> {
  const task = await needs.rows.get(id, tx);
  if (!task || isFinal(task.state)) {
    await unbind(tx, id);
    return;
  }
  const reason = needs.authorities.endOf({
    ...standingOf(needs.directory, task),
    // Nothing is done for a suspended task: its authority is needed when it goes on.
    ...(task.state === 'suspended' ? { isSuspended: true } : {}),
  });
  if (reason === undefined) return;
  await needs.changes.apply(tx, task, { state: 'canceled', by: 'node', reason });
  needs.authorities.recordEnd(tx, id, reason);
}
