import type { Measured } from './measurements.js';
import type { AgentRecord } from './record/record.js';

/** Tasks an agent is taken to do at once where its configuration does not say. */
const CAPACITY = 8;

/**
 * Percent of its capacity that an agent is using: the tasks it has by the tasks it takes at once, or what it says itself
 * (`renew`), whichever is more.
 */
export function loadOf(agent: Pick<AgentRecord, 'maxConcurrentTasks'>, measured: Measured, reported: number): number {
  const tasks = measured.running + measured.queued;
  return Math.max(reported, Math.min(100, (100 * tasks) / (agent.maxConcurrentTasks ?? CAPACITY)));
}
