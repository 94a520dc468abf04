/** What the policy of a task says (grouping `task-description`, container `policy`). */
import { booleanOf, type Members, membersOf, numberOf, textOf } from '../../data/rfc7951/members.js';
import type { TaskRecord } from './record.js';

const DEFAULT_ATTEMPTS = 3;
/** Milliseconds. */
const LONGEST_DELAY = 86_400_000;

export interface RetryPolicy {
  readonly attempts: number;
  readonly onRestart: 'resume' | 'fail';
  /** Whether the next attempt goes on where the last one stood. */
  readonly reEntry: 'resume' | 'restart';
  /** Whether another agent may get the task. */
  readonly reassign: boolean;
  /** Milliseconds to wait after so many failures. */
  delay(failures: number): number;
}

export function policyOf({ document }: Pick<TaskRecord, 'document'>): RetryPolicy {
  return policyIn(document.description);
}

export function policyIn(description: Members): RetryPolicy {
  const policy = membersOf(description, 'policy');
  const first = (numberOf(policy, 'retry-delay') ?? 0) * 1000;
  return {
    attempts: numberOf(policy, 'max-attempts') ?? DEFAULT_ATTEMPTS,
    onRestart: textOf(policy, 'on-restart') === 'fail' ? 'fail' : 'resume',
    reEntry: textOf(policy, 're-entry') === 'restart' ? 'restart' : 'resume',
    reassign: booleanOf(policy, 'reassign') ?? true,
    delay: (failures) => Math.min(first * 2 ** Math.max(0, failures - 1), LONGEST_DELAY),
  };
}
