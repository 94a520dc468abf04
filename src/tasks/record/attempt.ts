import type { TaskChange } from './changes.js';
import { type Clocks, nowText } from './clocks.js';
import { leaseEnd } from './lease.js';
import type { TaskRecord } from './record.js';

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
