/** The context of a run that the agent of a step gets with its task, where the node asks for it (`ATD-7-g`, `ATD-4.2-b`). */
import type { YangentWorkflowsStructures } from '../../generated/index.js';
import type { OrderOptions } from '../../tasks/index.js';
import { FIRST } from '../checkpoint/record.js';
import { headFor, identified, neighbourOf, uriOf } from '../exchange/for-agent.js';
import { graphOf, partOf } from '../exchange/part.js';
import type { DagNode } from '../model/dag.js';
import { DOCUMENT_TYPE, MESSAGE } from '../model/exchange.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { StepFailure } from './failure.js';
import { dataIn } from './long-outputs.js';
import type { TaskMeans } from './needs.js';
import { outputSeen } from './scope.js';
import { keyOf } from './task-id.js';

type Message = YangentWorkflowsStructures[typeof MESSAGE];

/** Characters of the outputs in one context: all of it is made in the transaction of the assignment. */
const LONGEST = 1 << 20;

/**
 * Returns the item with the context, as an option of the assignment. Most nodes ask for none.
 *
 * @throws StepFailure `too-big`
 */
export async function enclosureOf(
  turn: Turn,
  { nodeId }: Pick<TaskMeans, 'nodeId'>,
  node: DagNode,
  step: StepRecord,
): Promise<Pick<OrderOptions, 'enclosure'>> {
  const wanted: ReadonlySet<string> = new Set(node.task?.context);
  if (wanted.size === 0) return {};
  const { present, plan } = turn;
  const part = partOf(plan.graph, new Set([node.name]));
  // The item is no part of the task, and would stay in clear.
  const withResults = wanted.has('results') && present.seal === undefined;
  const before = await stepsBefore(turn, node.name, [...part.shared.keys()], withResults);
  const newest = String(present.progress.checkpoint?.number ?? FIRST);
  const message: Message = {
    ...{ dag: uriOf({ nodeId }, present.id), node: keyOf(nodeId, step), at: turn.at },
    ...(wanted.has('checkpoints') ? { checkpoint: newest } : {}),
    context: {
      run: headFor({ nodeId }, present),
      ...(wanted.has('graph') ? { graph: identified({ nodeId }, present, graphOf(plan.dag, part)) } : {}),
      step: [neighbourOf(step, undefined), ...before],
    },
  };
  const dataParams = await dataIn(turn.values, before);
  const called = `the context of the run for step "${node.name}"`;
  return {
    enclosure: { content: JSON.stringify({ [MESSAGE]: message }), mediaType: DOCUMENT_TYPE, called, dataParams },
  };
}

async function stepsBefore(turn: Turn, to: string, names: readonly string[], withResults: boolean) {
  const steps: ReturnType<typeof neighbourOf>[] = [];
  let length = 0;
  for (const name of names) {
    const step = await turn.step(name);
    if (!step) continue;
    const { output } = step;
    const shared = withResults && output !== undefined ? await outputSeen(turn, name, to, output) : undefined;
    length += shared === undefined ? 0 : JSON.stringify(shared).length;
    if (length > LONGEST) {
      const message = `the context of the run has more than ${LONGEST} characters of results; let the edges share less of them, or ask for the context without results`;
      throw new StepFailure('too-big', message);
    }
    steps.push(neighbourOf(step, shared));
  }
  return steps;
}
