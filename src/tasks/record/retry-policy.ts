/** What the policy of a task says (grouping `task-description`, container `policy`). */
import { INPUT_DEFAULTS } from '../../generated/defaults.js';
import type { TaskDescription, TaskRecord } from './record.js';

/** Milliseconds. */
const LONGEST_DELAY = 86_400_000;

type Policy = Required<NonNullable<TaskDescription['policy']>>;

export interface RetryPolicy {
  readonly attempts: number;
  readonly onRestart: Policy['on-restart'];
  /** Whether the next attempt goes on where the last one stood. */
  readonly reEntry: Policy['re-entry'];
  /** Whether another agent may get the task. */
  readonly reassign: boolean;
  /** Milliseconds to wait after so many failures. */
  delay(failures: number): number;
}

export function policyOf({ document }: Pick<TaskRecord, 'document'>): RetryPolicy {
  return policyIn(document.description);
}

/** A policy that came neither by an rpc nor by a client of this version may lack what has a default. */
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
