/** What another node is told of a task: its description as sharing policies let it through, without what has a meaning here only. */
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { YangentTasksRpcs } from '../../../generated/index.js';
import type { TaskTerms } from '../../execution/steering.js';
import type { Dispatch, TaskDescription, TaskRecord } from '../../record/record.js';
import { givenId } from './belongings.js';

/** Input of `yangent-tasks:assign` there. */
export function orderOf(
  task: TaskRecord,
  { address, taskId }: Dispatch,
): YangentTasksRpcs['yangent-tasks:assign']['input'] {
  // They name something of this node, or are the business of assigner and node.
  const { parent: _, policy: __, initiator: ___, async: ____, ...order } = describedThere(task);
  return { ...order, priority: task.priority, from: address.as, to: address.agent, 'task-id': taskId };
}

/** Input of the action `update` there, by which the task has the terms that it has here: what can be changed after the assignment. */
export function termsOf(task: TaskRecord): TaskTerms {
  const {
    parent: _,
    policy: __,
    initiator: ___,
    async: ____,
    domain: _____,
    type: ______,
    ...terms
  } = describedThere(task);
  return { ...terms, priority: task.priority };
}

function describedThere({ id, document: { description } }: TaskRecord): TaskDescription {
  const there = (ids: readonly string[] | undefined) =>
    ids && ids.length > 0 ? ids.map((each) => givenId(id, each)) : undefined;
  const { context, 'data-param': params } = description;
  return withoutAbsent({ ...description, context: there(context), 'data-param': there(params) });
}

/** Why the task is in its state, for the other node. */
export function reasonOf({ state, document: { reason } }: TaskRecord): string {
  return reason ?? `the task is ${state} on the node that assigned it`;
}

/** Whether two tasks ask for different things. */
export function asksOtherwise(before: TaskRecord, after: TaskRecord): boolean {
  return (
    before.priority !== after.priority ||
    (before.document.description !== after.document.description &&
      JSON.stringify(termsOf(before)) !== JSON.stringify(termsOf(after)))
  );
}
