import type { TaskChange } from './changes.js';
import { type Clocks, nowText } from './clocks.js';
import { leaseEnd } from './lease.js';
import type { Execution, TaskDocument, TaskRecord } from './record.js';
import { policyIn } from './retry-policy.js';

/** The part of an execution that its executor says when it claims the task. */
export type Claim = Pick<Execution, 'lease' | 'estimate' | 'resources'>;

/** Returns the change with which the next attempt begins. */
export function attemptOf(
  clocks: Clocks,
  { to, attempt }: Pick<TaskRecord, 'to' | 'attempt'>,
  claim: Claim = {},
): TaskChange {
  const claimed = nowText(clocks);
  return {
    state: 'running',
    by: to,
    note: `attempt ${attempt + 1}`,
    attempt: attempt + 1,
    leaseExpires: leaseEnd(clocks, claim.lease),
    document: { executor: { agent: to, claimed, heartbeat: claimed, ...claim, ...expectationOf(clocks, claim) } },
  };
}

/** Returns when the work ends of an executor that has just said its estimate. */
export function expectationOf(
  { now }: Pick<Clocks, 'now'>,
  { estimate }: Pick<Execution, 'estimate'>,
): Pick<Execution, 'expected'> {
  return estimate === undefined ? {} : { expected: now() + estimate * 1_000 };
}

/**
 * Bounds the lease of a claimed task by the end of its attempt, and by the silence that its assigner allows.
 *
 * @param begins true when the task has become running: its attempt has the whole time of its policy
 */
export function withinAttempt(
  clocks: Pick<Clocks, 'steady'>,
  document: TaskDocument,
  { leaseExpires, begins }: { readonly leaseExpires: number | undefined; readonly begins: boolean },
): Pick<TaskRecord, 'document' | 'leaseExpires'> {
  const { executor, silence } = document;
  const lease =
    leaseExpires === undefined || silence === undefined
      ? leaseExpires
      : Math.min(leaseExpires, clocks.steady() + silence * 1_000);
  const timeout = policyIn(document.description).attemptTimeout;
  if (timeout === undefined || lease === undefined || !executor) return { document, leaseExpires: lease };
  const until = begins || executor.until === undefined ? clocks.steady() + timeout : executor.until;
  return { document: { ...document, executor: { ...executor, until } }, leaseExpires: Math.min(lease, until) };
}
