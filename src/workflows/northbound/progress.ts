/** How far runs are. */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { isRunOver, isStepOver, type StepState } from '../model/states.js';
import { criticalPath } from '../run/critical-path.js';
import { doneOf } from '../run/done.js';
import { identityOf } from '../run/notices.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';

type Progress = YangentWorkflowsProvider['state']['/yangent-workflows:workflows/run']['entry']['progress'];

/** Returns how far a run is. A step that executes another run, here or on another node, counts as far as that run is. */
export async function progressOf(needs: WorkflowNeeds, run: RunRecord): Promise<Progress> {
  const plan = await needs.plans.get(run.digest);
  const { dag, graph, last, ranks } = plan;
  const counts = new Map(await needs.rows.steps.countByState(run.id));
  const known = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const rest = dag.node.length - known;
  if (rest > 0) counts.set('pending', (counts.get('pending') ?? 0) + rest);
  const steps = [...counts].map(([state, number]) => ({ state: identityOf(state as StepState), number }));
  const done = doneOf(plan, run);
  if (isRunOver(run.state)) return { percent: Math.floor(done * 100), steps };
  const nodes = new Map((await needs.rows.steps.ofNodes(run.id)).map((step) => [step.node, step]));
  const { path, seconds } = criticalPath(graph, ranks, nodes, needs.now());
  const counted = [...nodes.values()].filter(({ node, state }) => !last.has(node) && !isStepOver(state));
  const below = await Promise.all(counted.map((step) => doneBelow(needs, step)));
  const share = below.reduce((sum, each) => sum + each, 0) / Math.max(1, dag.node.length - last.size);
  return {
    percent: Math.floor((done + share) * 100),
    'estimated-end': new Date(needs.now() + seconds * 1_000).toISOString(),
    'critical-path': [...path],
    steps,
  };
}

/** Returns how much of the run is done that a step executes, from 0 to 1. */
async function doneBelow(
  { rows, plans }: Pick<WorkflowNeeds, 'rows' | 'plans'>,
  { detail: { child, percent = 0 } }: StepRecord,
): Promise<number> {
  const run = child === undefined ? undefined : await rows.run(child);
  return run ? doneOf(await plans.get(run.digest), run) : percent / 100;
}
