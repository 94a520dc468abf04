/** Tasks that ended long ago are removed, with all that was recorded of them (`task-settings/retention`). */
import { type Store, type Tx, unhurried } from '../../store/index.js';
import { roundParamId } from '../negotiation/negotiation.js';
import type { Clocks } from '../record/clocks.js';
import { madeFor } from '../record/made-data.js';
import type { SharingNeeds } from '../record/minimisation.js';
import { outcomeParamId } from '../record/outcome.js';
import { answerParams } from '../record/questions.js';
import type { TaskRecord } from '../record/record.js';
import type { ConfiguredSettings } from '../record/settings.js';
import type { TaskRows } from '../record/store.js';

export interface RetentionNeeds extends SharingNeeds, Clocks {
  readonly store: Store;
  readonly rows: TaskRows;
  /** What the operator has set, now. */
  readonly configured: () => ConfiguredSettings;
}

/** Tasks removed in one transaction: others must not wait long for theirs. */
const STEP = 100;
const DAY = 86_400_000;

/** Removes what is over its time or number, step by step with rests between; an aborted signal ends it before the next step. */
export async function retire(context: RetentionNeeds, signal: AbortSignal): Promise<void> {
  const { days, count } = context.configured().retention;
  await removeOldest(context, Math.min(context.steady(), context.now()) - days * DAY, Number.POSITIVE_INFINITY, signal);
  const surplus = (await context.rows.endedCount()) - count;
  if (surplus > 0) await removeOldest(context, context.now(), surplus, signal);
}

/** Removes tasks with all that was recorded of them. */
export async function forgetTasks(
  context: Pick<RetentionNeeds, 'contexts' | 'rows'>,
  tx: Tx,
  tasks: readonly TaskRecord[],
): Promise<void> {
  const params = tasks.flatMap((task) => [
    outcomeParamId(task.id),
    ...task.document.rounds.map(({ round }) => roundParamId(task.id, round)),
    ...answerParams(task),
    ...madeFor(task),
  ]);
  const ids = tasks.map(({ id }) => id);
  await context.contexts.forget(tx, { tasks: ids, params });
  await context.rows.remove(tx, ids);
}

async function removeOldest(context: RetentionNeeds, bound: number, most: number, signal: AbortSignal): Promise<void> {
  let left = most;
  await unhurried(async () => {
    const wanted = Math.min(STEP, left);
    const tasks = await context.rows.endedUntil(bound, wanted);
    if (tasks.length === 0) return false;
    await context.store.relieving(() => context.store.transact((tx) => forgetTasks(context, tx, tasks)));
    left -= tasks.length;
    return tasks.length === wanted && left > 0;
  }, signal);
}
