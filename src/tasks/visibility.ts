/** Decides which callers may see a task, and which parts of it; `record/references.ts` decides which of its references. */
import { OPERATOR_GROUP } from '../access/index.js';
import type { Call } from '../server/index.js';
import type { TaskEvent, TaskRecord } from './record/record.js';
import { type TaskValue, taskValue } from './record/value.js';

/** True when the caller may see the task on its endpoint. */
export function seesTask(call: Call, task: Pick<TaskRecord, 'from' | 'to' | 'owner'>): boolean {
  const { view } = call;
  if (view.kind === 'agent' && view.agent !== task.from && view.agent !== task.to) return false;
  return concernsCaller(call, task);
}

/** True when the caller may see the task on some endpoint. */
export function concernsCaller(call: Call, { from, to, owner }: Pick<TaskRecord, 'from' | 'to' | 'owner'>): boolean {
  return call.sees({ agents: [from, to], users: [owner] });
}

/** Returns the task as the caller may see it: all of it for the assigner's side and operators, else the part for executors. */
export function shownTo(call: Call, task: TaskRecord, events?: readonly TaskEvent[]): TaskValue {
  const all = task.owner === call.user || call.groups.includes(OPERATOR_GROUP) || call.mayActFor(task.from);
  return all ? taskValue(task, events) : executorValue(task, events);
}

/** Returns the task if the caller may see it. For other callers, the error is that of a missing task. */
export function requireVisible(call: Call, task: TaskRecord | undefined, name: string): TaskRecord {
  if (task && seesTask(call, task)) return task;
  return call.fail({ tag: 'data-missing', message: `there is no task "${name}"` });
}

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
