import type { Plan } from './plan.js';
import type { RunRecord } from './record.js';

/** Returns the share of the nodes of a run that have ended, from 0 to 1. Those of `finally` do not count. */
export function doneOf(
  { dag, last }: Pick<Plan, 'dag' | 'last'>,
  { progress: { open } }: Pick<RunRecord, 'progress'>,
): number {
  const all = dag.node.length - last.size;
  return all === 0 ? 1 : (all - open) / all;
}
