/** How the end of a step decides the edges that lead from it. */
import { type DagEdge, type DagNode, isReplaced } from './dag.js';
import type { StepState } from './states.js';

export type Outcome = DagEdge['on'][number];

/**
 * Returns how a step ended, in the words of edges; undefined while it has not ended. A failure that is replaced by an output is a
 * success as well.
 */
export function outcomesOf(state: StepState, onFailure: DagNode['on-failure']): readonly Outcome[] | undefined {
  switch (state) {
    case 'completed':
      return ['success'];
    case 'failed':
      return isReplaced(onFailure) ? ['failure', 'success'] : ['failure'];
    case 'skipped':
      return ['skipped'];
    case 'canceled':
    case 'compensating':
    case 'rolled-back':
      return [];
    case 'pending':
    case 'ready':
    case 'awaiting-approval':
    case 'executing':
    case 'suspended':
      return undefined;
    default:
      return state satisfies never;
  }
}
