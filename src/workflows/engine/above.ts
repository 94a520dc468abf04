/** The run above a run that executes a task of a coordinator. */
import type { Tx } from '../../store/index.js';
import type { TaskRecord } from '../../tasks/index.js';
import { requireDepth } from '../course/depth.js';
import { placeOf } from '../course/task-id.js';
import type { RunRecord } from '../run/record.js';
import type { NewRun } from './begin.js';
import type { Engine } from './engine.js';

export interface AboveNeeds {
  readonly engine: Pick<Engine, 'in'>;
  readonly isUser: (name: string) => boolean;
}

/**
 * Returns the run of which a task is a step; undefined for a task of no step. The identifier of a task is chosen by its assigner, so
 * it only counts from the coordinator of the run, for the initiator of the run.
 */
export async function runAbove(
  find: (run: string) => Promise<RunRecord | undefined>,
  { taskId, from, owner }: Pick<TaskRecord, 'taskId' | 'from' | 'owner'>,
): Promise<RunRecord | undefined> {
  const place = placeOf(taskId);
  const run = place && (await find(place.run));
  return run?.coordinator === from && run.initiator === owner ? run : undefined;
}

/**
 * Returns the members that a run which executes a task has from the run above it.
 *
 * @param depth of the run, where a document says it
 * @throws StepFailure dag-depth
 */
export async function fromAbove(
  { engine, isUser }: AboveNeeds,
  task: TaskRecord,
  tx: Tx,
  depth = 0,
): Promise<Pick<NewRun, 'depth' | 'triggerDepth' | 'guest'>> {
  // The step that assigns the task may belong to the turn under way.
  const above = await runAbove((id) => engine.in(tx).run(id), task);
  const isGuest = above ? above.guest === true : !isUser(task.owner);
  return {
    depth: requireDepth(above ? Math.max(depth, above.depth + 1) : depth),
    triggerDepth: above?.triggerDepth ?? 0,
    ...(isGuest ? { guest: true } : {}),
  };
}
