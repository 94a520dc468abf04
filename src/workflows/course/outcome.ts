/** The results of tasks, as steps see them. */
import type { TaskError, TaskRecord } from '../../tasks/index.js';
import type { StepState } from '../model/states.js';
import { failure } from './failure.js';

/** States of a step by those of its task. */
export const STATES: Readonly<Record<TaskRecord['state'], StepState>> = {
  submitted: 'ready',
  negotiating: 'ready',
  accepted: 'ready',
  running: 'executing',
  verifying: 'executing',
  'input-required': 'suspended',
  suspended: 'suspended',
  completed: 'completed',
  failed: 'failed',
  rejected: 'failed',
  canceled: 'failed',
};

/** Returns the error of a task that ended without being completed. */
export function errorOfTask({ state, document }: TaskRecord): TaskError {
  if (state === 'canceled') return failure('canceled', document.reason ?? 'its task was canceled');
  const error = document.error ?? failure('internal', document.reason ?? `its task is ${state}`);
  return { ...error, recovery: [...error.recovery] };
}

/** Returns the measures of a result by name. */
export function qualityOf({ document: { quality } }: TaskRecord): Readonly<Record<string, string>> | undefined {
  return quality && Object.fromEntries(quality.map(({ name, value }) => [name, value]));
}
