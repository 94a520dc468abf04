import type { DagEdge, DagNode } from '../model/dag.js';
import { outcomesOf } from '../model/outcomes.js';
import type { StepState } from '../model/states.js';

/** True when the source of an edge ended otherwise than the edge asks for. Conditions are not looked at. */
export function isDead({ on }: DagEdge, source: DagNode, state: StepState): boolean {
  const outcomes = outcomesOf(state, source['on-failure']);
  return outcomes !== undefined && !on.some((each) => outcomes.includes(each));
}
