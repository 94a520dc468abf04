/**
 * The part of a task for another node: the description that sharing policies permit, without leaves that are local to this node,
 * and with the word of the other node for the skill.
 */
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { YangentTasksRpcs } from '../../../generated/index.js';
import type { TaskTerms } from '../../execution/steering.js';
import type { Dispatch, TaskDescription, TaskRecord } from '../../record/record.js';
import { givenId } from './belongings.js';
import { namedMembers } from './named-members.js';
import type { RemoteNeeds } from './needs.js';

type AddressNeeds = Pick<RemoteNeeds, 'directory'>;

/** Returns the input of `yangent-tasks:assign` for the other node. */
export function orderOf(
  needs: AddressNeeds,
  task: TaskRecord,
  { address, taskId }: Dispatch,
): YangentTasksRpcs['yangent-tasks:assign']['input'] {
  // These leaves refer to this node, or concern only the assigner and this node.
  const { parent: _, policy: __, initiator: ___, async: ____, ...order } = describedThere(needs, task);
  return { ...order, priority: task.priority, from: address.as, to: address.agent, 'task-id': taskId };
}

/** Returns the input of the action `update` for the other node, with the terms that may change after the assignment. */
export function termsOf(needs: AddressNeeds, task: TaskRecord): TaskTerms {
  const {
    parent: _,
    policy: __,
    initiator: ___,
    async: ____,
    domain: _____,
    type: ______,
    ...terms
  } = describedThere(needs, task);
  return { ...terms, priority: task.priority };
}

function describedThere({ directory }: AddressNeeds, { id, to, document }: TaskRecord): TaskDescription {
  const { description } = document;
  const there = (ids: readonly string[] | undefined) =>
    ids && ids.length > 0 ? ids.map((each) => givenId(id, each)) : undefined;
  const { context, 'data-param': params } = description;
  const { remote, registration, foreign } = directory.get(to) ?? {};
  const { type, input } = description;
  const skill = registration?.skill?.find((each) => each['skill-name'] === type);
  const needed = remote?.trustDomain === undefined ? input : namedMembers(skill?.['input-schema'], input);
  const skillThere = type === undefined ? undefined : (foreign?.theirs(type) ?? type);
  return withoutAbsent({
    ...description,
    type: skillThere,
    input: needed,
    context: there(context),
    'data-param': there(params),
  });
}

/** Returns the reason of the state for the other node. */
export function reasonOf({ state, document: { reason } }: TaskRecord): string {
  return reason ?? `the task is ${state} on the node that assigned it`;
}

/** True when the terms of the two differ. */
export function asksOtherwise(needs: AddressNeeds, before: TaskRecord, after: TaskRecord): boolean {
  return (
    before.priority !== after.priority ||
    (before.document.description !== after.document.description &&
      JSON.stringify(termsOf(needs, before)) !== JSON.stringify(termsOf(needs, after)))
  );
}
