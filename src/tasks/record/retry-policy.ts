/** The retry policy of a task (grouping `task-description`, container `policy`). */
import { INPUT_DEFAULTS } from '../../generated/defaults.js';
import type { TaskDescription, TaskRecord } from './record.js';

/** Maximum delay in milliseconds. */
const LONGEST_DELAY = 86_400_000;

type Policy = Required<NonNullable<TaskDescription['policy']>>;

export interface RetryPolicy {
  readonly attempts: number;
  readonly onRestart: Policy['on-restart'];
  /** `resume`: the next attempt continues where the last one ended. */
  readonly reEntry: Policy['re-entry'];
  /** True when another agent may get the task. */
  readonly reassign: boolean;
  /** Returns the milliseconds to wait after this number of failures. */
  delay(failures: number): number;
}

export function policyOf({ document }: Pick<TaskRecord, 'document'>): RetryPolicy {
  return policyIn(document.description);
}

/** Reads the policy of a description and applies defaults, which only descriptions from an rpc always have. */
export function policyIn({ policy }: TaskDescription): RetryPolicy {
  const { 'retry-delay': delay = 0, 're-entry': reEntry = 'resume', reassign = true, ...rest } = policy ?? {};
  const { 'max-attempts': attempts, 'on-restart': onRestart } = {
    ...INPUT_DEFAULTS['yangent-tasks:assign'].policy,
    ...rest,
  };
  const first = delay * 1000;
  return {
    attempts,
    onRestart,
    reEntry,
    reassign,
    delay: (failures) => Math.min(first * 2 ** Math.max(0, failures - 1), LONGEST_DELAY),
  };
}
