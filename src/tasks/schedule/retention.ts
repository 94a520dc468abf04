/** Removes tasks that ended long ago, with everything that was recorded about them (`task-settings/retention`). */
import { type Store, type Tx, unhurried } from '../../store/index.js';
import { roundParamId } from '../negotiation/negotiation.js';
import type { Clocks } from '../record/clocks.js';
import type { ConfiguredSettings } from '../record/configured-settings.js';
import { madeFor } from '../record/made-data.js';
import type { SharingNeeds } from '../record/minimisation.js';
import { outcomeParamId } from '../record/outcome.js';
import { answerParams } from '../record/questions.js';
import type { TaskRecord } from '../record/record.js';
import type { TaskRows } from '../record/store.js';

export interface RetentionNeeds extends SharingNeeds, Clocks {
  readonly store: Store;
  readonly rows: TaskRows;
  /** Returns the settings that are configured now. */
  readonly configured: () => ConfiguredSettings;
}

/** Number of tasks removed in one transaction. It is small, so that other transactions do not wait long. */
const STEP = 100;
const DAY = 86_400_000;

/** Removes tasks beyond the retention time or number, with pauses between steps. `signal` ends it before the next step. */
export async function retire(needs: RetentionNeeds, signal: AbortSignal): Promise<void> {
  const { days, count } = needs.configured().retention;
  await removeOldest(needs, Math.min(needs.steady(), needs.now()) - days * DAY, Number.POSITIVE_INFINITY, signal);
  const surplus = (await needs.rows.endedCount()) - count;
  if (surplus > 0) await removeOldest(needs, needs.now(), surplus, signal);
}

/** Removes tasks with everything that was recorded about them. */
export async function forgetTasks(
  needs: Pick<RetentionNeeds, 'contexts' | 'rows'>,
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
  await needs.contexts.forget(tx, { tasks: ids, params });
  await needs.rows.remove(tx, ids);
}

async function removeOldest(needs: RetentionNeeds, bound: number, most: number, signal: AbortSignal): Promise<void> {
  let left = most;
  await unhurried(async () => {
    const wanted = Math.min(STEP, left);
    const tasks = await needs.rows.endedUntil(bound, wanted);
    if (tasks.length === 0) return false;
    await needs.store.relieving(() => needs.store.transact((tx) => forgetTasks(needs, tx, tasks)));
    left -= tasks.length;
    return tasks.length === wanted && left > 0;
  }, signal);
}
