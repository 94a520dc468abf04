/** Tasks that ended long ago are removed, with all that was recorded of them (`task-settings/retention`). */
import type { TaskContext } from '../context.js';
import { roundParamId } from '../negotiation.js';
import { outcomeParamId } from '../outcome.js';
import { madeFor } from '../remote/belongings.js';

/** Tasks removed in one transaction: others must not wait long for theirs. */
const STEP = 100;
const DAY = 86_400_000;

/** Removes what is over its time or number. @returns how many tasks */
export async function retire(context: TaskContext): Promise<number> {
  const { days, count } = context.configured().retention;
  const old = await removeOldest(context, context.now() - days * DAY, Number.POSITIVE_INFINITY);
  const surplus = (await context.rows.endedCount()) - count;
  return old + (surplus > 0 ? await removeOldest(context, context.now(), surplus) : 0);
}

async function removeOldest(context: TaskContext, bound: number, most: number): Promise<number> {
  let removed = 0;
  while (removed < most) {
    const tasks = await context.rows.endedUntil(bound, Math.min(STEP, most - removed));
    if (tasks.length === 0) break;
    const params = tasks.flatMap((task) => [
      outcomeParamId(task.id),
      ...task.document.rounds.map(({ round }) => roundParamId(task.id, round)),
      ...madeFor(task),
    ]);
    const ids = tasks.map(({ id }) => id);
    await context.store.transact(async (tx) => {
      await context.contexts.forget(tx, { tasks: ids, params });
      await context.rows.remove(tx, ids);
    });
    removed += tasks.length;
  }
  return removed;
}
