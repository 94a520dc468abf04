/** The part of a task that its executor may see; the rest is for its assigner. */
import type { TaskEvent, TaskRecord } from './record.js';
import { type TaskValue, taskValue } from './value.js';

/** Returns the entry of `/yangent-tasks:tasks/task` as its executor sees it (seed 000 §4.1: minimization). */
export function executorValue(task: TaskRecord, events: readonly TaskEvent[] = []): TaskValue {
  // Only the assigner's side sees these members: the execution does not need them.
  const { initiator: _, subscription: __, policy: ___, ...value } = taskValue(task, events);
  // The executor does not see the user that judged, nor earlier executors.
  const known: readonly (string | undefined)[] = [value.from, value.to, 'node'];
  return {
    ...value,
    verification: value.verification && { ...value.verification, by: undefined },
    event: value.event?.map((entry) => (known.includes(entry.by) ? entry : { ...entry, by: undefined })),
  };
}
