import type { Clocks } from './clocks.js';
import type { TaskRecord } from './record.js';

/** Default lease in seconds: how long the executor of a claimed task may be silent. A claim or a heartbeat may set another. */
export const DEFAULT_LEASE = 300;

/**
 * Returns the end of a lease that begins now, by the steady clock; null without a lease. `schedule/overdue.ts` gives the task to
 * another attempt when no heartbeat came before it.
 */
export function leaseEnd(clocks: Clocks, seconds: number | undefined): number | null {
  return seconds === undefined ? null : clocks.steady() + seconds * 1000;
}

/** Returns the end of the task's lease as the models show it; undefined without a lease. */
export function leaseText({ leaseExpires }: Pick<TaskRecord, 'leaseExpires'>): string | undefined {
  return leaseExpires === undefined ? undefined : new Date(leaseExpires).toISOString();
}
