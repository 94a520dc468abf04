import type { TaskChange } from './changes.js';
import { type Clocks, nowText } from './clocks.js';
import { leaseEnd } from './lease.js';
import type { TaskDocument, TaskRecord } from './record.js';
import { policyIn } from './retry-policy.js';

/** Returns the change with which the next attempt begins. @param lease seconds for which the executor may be silent */
export function attemptOf(
  clocks: Clocks,
  { to, attempt }: Pick<TaskRecord, 'to' | 'attempt'>,
  lease?: number,
): TaskChange {
  const claimed = nowText(clocks);
  return {
    state: 'running',
    by: to,
    note: `attempt ${attempt + 1}`,
    attempt: attempt + 1,
    leaseExpires: leaseEnd(clocks, lease),
    document: { executor: { agent: to, claimed, heartbeat: claimed, lease } },
  };
}

/**
 * Bounds the lease of a claimed task by the end of its attempt.
 *
 * @param begins true when the task has become running: its attempt has the whole time of its policy
 */
export function withinAttempt(
  clocks: Pick<Clocks, 'steady'>,
  document: TaskDocument,
  { leaseExpires, begins }: { readonly leaseExpires: number | undefined; readonly begins: boolean },
): Pick<TaskRecord, 'document' | 'leaseExpires'> {
  const { executor } = document;
  const timeout = policyIn(document.description).attemptTimeout;
  if (timeout === undefined || leaseExpires === undefined || !executor) return { document, leaseExpires };
  const until = begins || executor.until === undefined ? clocks.steady() + timeout : executor.until;
  return { document: { ...document, executor: { ...executor, until } }, leaseExpires: Math.min(leaseExpires, until) };
}
