/** The progress of a run, as that of the task which it executes. */
import { isFinal, type TaskWork } from '../../tasks/index.js';
import { doneOf } from '../run/done.js';
import type { RunRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';

/** Percent after which a task is told again: a run of many steps does not write a report for each. */
const NOTCH = 10;

/** Reports how far a run is, when it has come further by a tenth. @param before the run before the turn */
export async function tellProgress(
  work: Pick<TaskWork, 'get' | 'reportProgress'>,
  { tx, plan, present, isOver }: Turn,
  before: RunRecord,
): Promise<void> {
  const percentOf = (run: RunRecord) => Math.floor(doneOf(plan, run) * 100);
  const percent = percentOf(present);
  // The begin of a run sets the number of its steps.
  const isFurther = before.sequence > 0 && Math.floor(percent / NOTCH) > Math.floor(percentOf(before) / NOTCH);
  if (isOver || !isFurther || percent === 100 || present.task === undefined) return;
  const task = await work.get(tx, present.task);
  if (task && !isFinal(task.state) && task.state === 'running') await work.reportProgress(tx, task, { percent });
}
