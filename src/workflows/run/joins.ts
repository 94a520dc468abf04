/** Decides which edges are satisfied, and when a step begins or is skipped. */
import type { DagEdge, DagNode } from '../model/dag.js';
import { outcomesOf } from '../model/outcomes.js';
import type { StepState } from '../model/states.js';

/** `open`: its source has not ended. `dead`: its source ended otherwise than the edge asks for. */
export type EdgeState = 'open' | 'satisfied' | 'dead';

/**
 * Returns the state of an edge.
 *
 * @param holds evaluates the condition of the edge; called only when its source ended as the edge asks
 */
export function edgeState(
  edge: Pick<DagEdge, 'on' | 'condition'>,
  source: { readonly state: StepState; readonly onFailure: DagNode['on-failure'] },
  holds: () => boolean,
): EdgeState {
  const outcomes = outcomesOf(source.state, source.onFailure);
  if (!outcomes) return 'open';
  if (!outcomes.some((each) => edge.on.includes(each))) return 'dead';
  return edge.condition === undefined || holds() ? 'satisfied' : 'dead';
}

/** Numbers of the edges that count and lead to a node. */
export interface Incoming {
  readonly satisfied: number;
  readonly dead: number;
  readonly all: number;
}

/** `wait`: it is not decided yet. */
export type Decision = 'wait' | 'begin' | 'skip';

type Join = DagNode['join'];

const JOINS: Readonly<Record<Join, (edges: Incoming, quorum: number) => Decision>> = {
  all: ({ satisfied, dead, all }) => (dead > 0 ? 'skip' : satisfied === all ? 'begin' : 'wait'),
  any: ({ satisfied, dead, all }) => (satisfied + dead < all ? 'wait' : satisfied > 0 ? 'begin' : 'skip'),
  first: ({ satisfied, dead, all }) => (satisfied > 0 ? 'begin' : dead === all ? 'skip' : 'wait'),
  quorum: ({ satisfied, dead, all }, quorum) => (satisfied >= quorum ? 'begin' : all - dead < quorum ? 'skip' : 'wait'),
};

/** Decides about a step that has not begun. A node without edges that count begins at once. */
export function decide({ join, quorum = 0 }: Pick<DagNode, 'join' | 'quorum'>, edges: Incoming): Decision {
  return edges.all === 0 ? 'begin' : JOINS[join](edges, quorum);
}
