/** Finds the run of which a notification tells, so that triggers that lead to one another come to an end. */
import type { Tx } from '../../store/index.js';
import type { TaskWork } from '../../tasks/index.js';
import { placeOf } from '../course/task-id.js';
import type { Notified } from '../engine/watches.js';
import type { RunRows } from '../run/rows.js';
import { textOf } from './event.js';
import type { Occasion } from './record.js';

/** The notification that tells that a trigger missed. */
export const MISSED = 'yangent-workflows:trigger-missed';

/** Members of notifications that name a run. */
const RUN_MEMBERS: Readonly<Record<string, string>> = {
  'yangent-workflows:run-changed': 'id',
  'yangent-workflows:step-changed': 'run',
  [MISSED]: 'run',
};

/** Members of notifications that name a task, by the identifier that the node made. */
const TASK_MEMBERS = ['id', 'yangent-tasks:id', 'task'];

/** Number of tasks, one made for another, between a task and the step of a run. */
const MOST_ABOVE = 16;

export interface OriginNeeds {
  readonly runs: Pick<RunRows, 'run'>;
  readonly work: Pick<TaskWork, 'get'>;
}

/** Returns the occasion that a notification is. */
export async function occasionOf(needs: OriginNeeds, tx: Tx, { name, time, value }: Notified): Promise<Occasion> {
  const id = await runOf(needs, tx, name, value);
  const run = id === undefined ? undefined : await needs.runs.run(id, tx);
  return {
    event: value,
    at: time,
    depth: (run?.triggerDepth ?? 0) + 1,
    ...(run ? { run: run.id } : {}),
    ...(name === MISSED ? { ofMissed: true } : {}),
  };
}

async function runOf(needs: OriginNeeds, tx: Tx, name: string, value: unknown): Promise<string | undefined> {
  const member = Object.hasOwn(RUN_MEMBERS, name) ? RUN_MEMBERS[name] : undefined;
  if (member !== undefined) return textOf(value, member);
  const id = TASK_MEMBERS.map((each) => textOf(value, each)).find((each) => each !== undefined);
  let task = id === undefined ? undefined : await needs.work.get(tx, id);
  const place = placeOf(textOf(value, 'task-id') ?? textOf(value, 'task') ?? '');
  if (place) return place.run;
  for (let above = 0; task !== undefined && above < MOST_ABOVE; above++) {
    const ofStep = placeOf(task.taskId);
    if (ofStep) return ofStep.run;
    task = task.parent === undefined ? undefined : await needs.work.get(tx, task.parent);
  }
  return undefined;
}
