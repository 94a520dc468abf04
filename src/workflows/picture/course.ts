import type { DagEdge, DagNode } from '../model/dag.js';
import type { StepState } from '../model/states.js';

type Outcome = DagEdge['on'][number];

/** True when the source of an edge ended otherwise than the edge asks for. Conditions are not looked at. */
export function isDead({ on }: DagEdge, source: DagNode, state: StepState): boolean {
  const outcomes = outcomesOf(source, state);
  return outcomes !== undefined && !on.some((each) => outcomes.includes(each));
}

/** How a step ended; undefined while it has not. */
function outcomesOf({ 'on-failure': onFailure }: DagNode, state: StepState): readonly Outcome[] | undefined {
  switch (state) {
    case 'completed':
      return ['success'];
    case 'failed':
      return onFailure === 'continue' || onFailure === 'default' ? ['success', 'failure'] : ['failure'];
    case 'skipped':
      return ['skipped'];
    case 'canceled':
      return [];
    case 'pending':
    case 'ready':
    case 'executing':
    case 'suspended':
      return undefined;
    default:
      return state satisfies never;
  }
}
