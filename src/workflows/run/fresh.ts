import type { StepDetail } from './record.js';

/** Returns the changes with which a step that has ended begins anew. @param number of its try, from 1 */
export function fresh(number: number): Partial<StepDetail> {
  return {
    try: number > 1 ? number : undefined,
    ...{ ended: undefined, error: undefined, cause: undefined, degraded: undefined },
    ...{ quality: undefined, measured: undefined },
    injected: undefined,
    ...{
      tasks: undefined,
      agents: undefined,
      votes: undefined,
      others: undefined,
      child: undefined,
      attempts: undefined,
    },
    ...{
      round: undefined,
      edges: undefined,
      live: undefined,
      fires: undefined,
      until: undefined,
      gated: undefined,
      escalates: undefined,
      expected: undefined,
      overdue: undefined,
      cursor: undefined,
    },
  };
}
