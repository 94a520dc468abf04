/** Completes the task that a run has executed. */
import type { Artifact, TaskRecord, TaskWork } from '../../tasks/index.js';
import { failure, StepFailure } from '../course/failure.js';
import { artifactsWith } from '../course/long-outputs.js';
import { DAG_SKILL } from '../model/exchange.js';
import type { Turn } from '../run/turn.js';

/** The output is one artifact. Another node gets the data with it to which the output refers; with too many the task fails. */
export async function completeTask(
  work: Pick<TaskWork, 'complete' | 'fail'>,
  turn: Turn,
  task: TaskRecord,
  data: unknown,
): Promise<void> {
  const more = task.document.description.type === DAG_SKILL ? await artifactsOrFailure(turn, data) : [];
  if (more instanceof StepFailure) await work.fail(turn.tx, task, failure(more.code, more.message));
  else await work.complete(turn.tx, task, [{ name: 'output', data }, ...more]);
}

async function artifactsOrFailure(turn: Turn, data: unknown): Promise<readonly Artifact[] | StepFailure> {
  try {
    return await artifactsWith(turn.values, data);
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
}
