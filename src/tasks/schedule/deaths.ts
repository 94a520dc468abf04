/** Counts the deaths of the process of the node while it executed a task, so that a task which always causes them fails. */
import type { Store, Tx } from '../../store/index.js';
import type { TaskError, TaskRecord } from '../record/record.js';

const MOST_DEATHS = 3;

/** Error of a task during which the process died `MOST_DEATHS` times. */
export const DEADLY: TaskError = {
  code: 'internal',
  message: 'the node died three times while it ran; it is not begun again',
  recovery: ['modify', 'escalate'],
};

/** Counts a death of the process for a task that was running. @returns true when the count has reached `MOST_DEATHS` */
export async function isDeadly(tx: Tx, { id }: TaskRecord): Promise<boolean> {
  await tx.change('update task set deaths = deaths + 1 where id = ?', [id]);
  const [row] = await tx.query<{ deaths: number }>('select deaths from task where id = ?', [id]);
  return row !== undefined && row.deaths >= MOST_DEATHS;
}

/** True when the earlier process stopped its tasks itself: it did not die. */
export async function wasStoppedCleanly(store: Store): Promise<boolean> {
  return (await store.query('select id from task_clean_stop', [])).length > 0;
}

/** Stores that this process has stopped its tasks itself. */
export async function noteCleanStop(store: Store): Promise<void> {
  await store.transact((tx) => tx.change('insert into task_clean_stop (id) values (1) on conflict do nothing', []));
}

/** Deletes the note: from now on, a process that ends without `noteCleanStop` counts as killed. */
export async function forgetCleanStop(store: Store): Promise<void> {
  await store.transact((tx) => tx.change('delete from task_clean_stop', []));
}
