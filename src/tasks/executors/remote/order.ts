/** What another node is told of a task: its description as sharing policies let it through, without what has a meaning here only. */
import { type Members, textsOf } from '../../../data/rfc7951/members.js';
import type { Dispatch, TaskRecord } from '../../record/record.js';
import { givenId } from './belongings.js';

/** Members of a description that name something of this node, or are the business of assigner and node. */
const LOCAL = ['parent', 'policy', 'initiator', 'async'] as const;
/** Those that can be changed after the assignment (grouping `task-terms`). */
const TERMS = [
  'deadline',
  'expected-completion',
  'objective',
  'content',
  'constraint',
  'expected-artifact',
  'expected-response',
  'term',
  'input',
  'context',
  'data-param',
] as const;
/** Those that name what has another identifier there. */
const NAMES = ['context', 'data-param'] as const;

/** Input of `yangent-tasks:assign` there. */
export function orderOf(task: TaskRecord, { address, taskId }: Dispatch): Members {
  const left: Record<string, unknown> = { ...describedThere(task) };
  for (const name of LOCAL) delete left[name];
  return { ...left, priority: task.priority, from: address.as, to: address.agent, 'task-id': taskId };
}

/** Input of the action `update` there, by which the task has the terms that it has here. */
export function termsOf(task: TaskRecord): Members {
  const description = describedThere(task);
  const given = TERMS.flatMap((name) => (description[name] === undefined ? [] : [[name, description[name]]]));
  return { ...Object.fromEntries(given), priority: task.priority };
}

function describedThere({ id, document: { description } }: TaskRecord): Members {
  const named = NAMES.flatMap((name) => {
    const ids = textsOf(description, name);
    return ids.length === 0 ? [] : [[name, ids.map((each) => givenId(id, each))]];
  });
  return { ...description, ...Object.fromEntries(named) };
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
