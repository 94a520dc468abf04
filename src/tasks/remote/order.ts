/** What another node is told of a task: its description as sharing policies let it through, without what has a meaning here only. */
import { type Members, textsOf } from '../../agents/index.js';
import { TaskFailure } from '../hosted/agent.js';
import type { Dispatch, TaskRecord } from '../record.js';

/** Members of a description that name something of this node, or are the business of assigner and node. */
const LOCAL = ['parent', 'policy', 'initiator', 'async', 'context', 'data-param'] as const;
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
] as const;

/** Input of `yangent-tasks:assign` there. @throws TaskFailure when the task needs data that are kept here */
export function orderOf({ priority, document }: TaskRecord, { address, taskId }: Dispatch): Members {
  const { description } = document;
  if (textsOf(description, 'data-param').length > 0 || textsOf(description, 'context').length > 0) {
    const message = `the task refers to data or context of this node, which agent "${address.agent}" on another node cannot read; give what it needs in "content" or "input"`;
    throw new TaskFailure('invalid-input', message, { recovery: ['modify', 'reassign'] });
  }
  const left: Record<string, unknown> = { ...description };
  for (const name of LOCAL) delete left[name];
  return { ...left, priority, from: address.as, to: address.agent, 'task-id': taskId };
}

/** Input of the action `update` there, by which the task has the terms that it has here. */
export function termsOf({ priority, document: { description } }: TaskRecord): Members {
  const given = TERMS.flatMap((name) => (description[name] === undefined ? [] : [[name, description[name]]]));
  return { ...Object.fromEntries(given), priority };
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
