/**
 * The part of a task for another node: the description that sharing policies permit, without leaves that are local to this node.
 */
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { YangentTasksRpcs } from '../../../generated/index.js';
import type { TaskTerms } from '../../execution/steering.js';
import type { Dispatch, TaskDescription, TaskRecord } from '../../record/record.js';
import { givenId } from './belongings.js';

/** Returns the input of `yangent-tasks:assign` for the other node. */
export function orderOf(
  task: TaskRecord,
  { address, taskId }: Dispatch,
): YangentTasksRpcs['yangent-tasks:assign']['input'] {
  // These leaves refer to this node, or concern only the assigner and this node.
  const { parent: _, policy: __, initiator: ___, async: ____, ...order } = describedThere(task);
  return { ...order, priority: task.priority, from: address.as, to: address.agent, 'task-id': taskId };
}

/** Returns the input of the action `update` for the other node, with the terms that may change after the assignment. */
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

/** Returns the reason of the state for the other node. */
export function reasonOf({ state, document: { reason } }: TaskRecord): string {
  return reason ?? `the task is ${state} on the node that assigned it`;
}

/** True when the terms of the two differ. */
export function asksOtherwise(before: TaskRecord, after: TaskRecord): boolean {
  return (
    before.priority !== after.priority ||
    (before.document.description !== after.document.description &&
      JSON.stringify(termsOf(before)) !== JSON.stringify(termsOf(after)))
  );
}
