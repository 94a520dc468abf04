import { RpcError } from '../../data/index.js';
import type { YangentTasks_TaskState } from '../../generated/index.js';

export type TaskState = YangentTasks_TaskState;

/** The state machine of a task: transitions that are not in the table are refused. */
export const TRANSITIONS: Readonly<Record<TaskState, readonly TaskState[]>> = {
  submitted: ['negotiating', 'accepted', 'rejected', 'canceled'],
  negotiating: ['accepted', 'rejected', 'canceled'],
  accepted: ['running', 'rejected', 'suspended', 'canceled', 'failed'],
  running: ['input-required', 'suspended', 'verifying', 'completed', 'failed', 'canceled', 'accepted'],
  'input-required': ['running', 'suspended', 'failed', 'canceled'],
  suspended: ['accepted', 'running', 'failed', 'canceled'],
  verifying: ['completed', 'running', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
  rejected: [],
};

export const STATES: readonly TaskState[] = Object.keys(TRANSITIONS).filter(isTaskState);

export function isTaskState(text: string): text is TaskState {
  return Object.hasOwn(TRANSITIONS, text);
}

export function isFinal(state: TaskState): boolean {
  return TRANSITIONS[state].length === 0;
}

/** Refuses a transition that is not in the table. @throws RpcError operation-failed, app-tag `bad-transition` */
export function requireTransition(task: { readonly id: string; readonly state: TaskState }, to: TaskState): void {
  if (!TRANSITIONS[task.state].includes(to)) throw badTransition(task, `cannot become ${to}`);
}

/** Returns the error for an operation that the state of the task does not allow. */
export function badTransition(task: { readonly id: string; readonly state: TaskState }, problem: string): RpcError {
  const next = TRANSITIONS[task.state];
  const right = next.length === 0 ? 'that state is final' : `from there it can become ${next.join(', ')}`;
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: 'bad-transition',
    path: `/yangent-tasks:tasks/task[id='${task.id}']/state`,
    message: `the task is ${task.state} and ${problem}; ${right}`,
  });
}
