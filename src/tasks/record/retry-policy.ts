/** The retry policy of a task (grouping `task-description`, container `policy`). */
import { INPUT_DEFAULTS } from '../../generated/defaults.js';
import type { TaskDescription, TaskError, TaskRecord } from './record.js';

/** Maximum delay in milliseconds. */
const LONGEST_DELAY = 86_400_000;

/** Errors that another attempt would meet again; `retry-on any` leaves them out. */
const LASTING: ReadonlySet<string> = new Set(['invalid-input', 'access-denied', 'lack-of-skills']);

type Policy = Required<NonNullable<TaskDescription['policy']>>;

export interface RetryPolicy {
  readonly attempts: number;
  /** Milliseconds for which an attempt may be running; undefined: no limit of its own. */
  readonly attemptTimeout: number | undefined;
  readonly onRestart: Policy['on-restart'];
  /** `resume`: the next attempt continues where the last one ended. */
  readonly reEntry: Policy['re-entry'];
  /** True when another agent may get the task. */
  readonly reassign: boolean;
  /** Returns the milliseconds to wait after this number of failures. */
  delay(failures: number): number;
  /** True when the task is tried again after the error, if attempts are left. */
  retries(error: Pick<TaskError, 'code' | 'recovery'>): boolean;
  /** True when the task is never tried again after an error with this code. */
  excludes(code: TaskError['code']): boolean;
}

export function policyOf({ document }: Pick<TaskRecord, 'document'>): RetryPolicy {
  return policyIn(document.description);
}

/** Reads the policy of a description and applies defaults, which only descriptions from an rpc always have. */
export function policyIn({ policy }: TaskDescription): RetryPolicy {
  const { 're-entry': reEntry = 'resume', reassign = true, ...rest } = policy ?? {};
  const { 'max-attempts': attempts, 'on-restart': onRestart } = {
    ...INPUT_DEFAULTS['yangent-tasks:assign'].policy,
    ...rest,
  };
  const excludes = (code: string) => rest['never-retry']?.includes(code) ?? false;
  const timeout = rest['attempt-timeout'];
  return {
    attempts,
    attemptTimeout: timeout === undefined ? undefined : timeout * 1_000,
    onRestart,
    reEntry,
    reassign,
    delay: (failures) => delayOf(rest, failures),
    retries: ({ code, recovery }) => {
      if (excludes(code)) return false;
      const on = rest['retry-on'];
      if (!on) return recovery.includes('retry');
      return on.includes(code) || (on.includes('any') && !LASTING.has(code));
    },
    excludes,
  };
}

function delayOf(policy: NonNullable<TaskDescription['policy']>, failures: number): number {
  const { 'retry-delay': first = 0, factor = '2', 'max-delay': most, jitter } = policy;
  const longest = most === undefined ? LONGEST_DELAY : most * 1000;
  const whole = Math.min(first * 1000 * Number(factor) ** Math.max(0, failures - 1), longest, LONGEST_DELAY);
  return jitter ? Math.round(whole * (0.5 + Math.random() / 2)) : whole;
}
