/** Steps of type workflow whose workflow another node runs: its coordinator gets the graph as a document, in a task. */
import type { DagNode } from '../model/dag.js';
import { DAG_SKILL } from '../model/exchange.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { requireDepth } from './depth.js';
import type { TurnMeans } from './needs.js';
import { orderOf } from './order.js';
import { assign, withInput } from './task.js';

/** @param agent a coordinator of another node */
export async function launchElsewhere(
  turn: Turn,
  means: TurnMeans,
  node: DagNode,
  given: StepRecord,
  agent: string,
): Promise<void> {
  const { definition = '', version, attempts = 1 } = node.workflow ?? {};
  requireDepth(turn.present.depth + 1);
  const { step, value } = await withInput(turn, node, given);
  const input = await means.documentOf(turn, {
    ...{ definition, input: value },
    ...(version === undefined ? {} : { version }),
  });
  const order = {
    ...(await orderOf(turn, node, step, value)),
    ...{ to: agent, type: DAG_SKILL, content: undefined, input },
    // How long the run may take, and how its steps are tried again, is in the graph.
    policy: { 'max-attempts': attempts },
  };
  // A run says little of itself; the node there is watched by the executor of remote agents.
  await assign(turn, means, step, order, { silence: undefined });
}
