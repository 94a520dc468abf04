import type { Measured } from './measurements.js';
import type { AgentRecord } from './record/record.js';

/** Assumed number of tasks that an agent executes at once, when its configuration does not give one. */
const CAPACITY = 8;

/**
 * Returns the load of an agent in percent: its number of tasks divided by its capacity, or the load that it reports itself
 * (`renew`), whichever is higher.
 */
export function loadOf(agent: Pick<AgentRecord, 'maxConcurrentTasks'>, measured: Measured, reported: number): number {
  const tasks = measured.running + measured.queued;
  return Math.max(reported, Math.min(100, (100 * tasks) / (agent.maxConcurrentTasks ?? CAPACITY)));
}
