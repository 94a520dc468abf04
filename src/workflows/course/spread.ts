/** Decides the edges that lead from a step that has ended, and what becomes of the run when it failed. */
import type { DagEdge } from '../model/dag.js';
import { isReplaced } from '../model/dag.js';
import { decide, edgeState } from '../run/joins.js';
import type { StepRecord, WantsBack } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { isSpent } from './clock.js';
import { endStep, failStep, makeReady } from './end.js';
import { endingOf } from './failure.js';
import { holdsAt } from './scope.js';

/** Decides edges from a step that are not decided yet. Returns true once all are. @param most how many */
export async function spread(turn: Turn, step: StepRecord, most: number): Promise<boolean> {
  const present = await turn.own(step.node);
  // Without a prototype: a node may have the name of one of its members.
  const edges: Record<string, boolean> = Object.assign(Object.create(null), present.detail.edges);
  const undecided = turn.plan.graph.outOf(step.node).filter(({ to }) => !(to in edges));
  let decided = 0;
  for (const edge of undecided.slice(0, most)) {
    // One at least: each transaction has to come on.
    if (decided > 0 && isSpent(turn)) break;
    decided += 1;
    edges[edge.to] = await decideEdge(turn, edge, step);
  }
  if (decided > 0) await turn.change(await turn.own(step.node), { detail: { edges } });
  if (decided < undecided.length) return false;
  if (isFatal(turn, step, edges)) await fatal(turn, step);
  return true;
}

/** Decides an edge, and its target if that waits for no other. Returns true for a satisfied one. */
async function decideEdge(turn: Turn, edge: DagEdge, step: StepRecord): Promise<boolean> {
  try {
    const isSatisfied = (await stateOf(turn, edge, step)) === 'satisfied';
    if (edge.counts) await arrive(turn, edge.to, isSatisfied, step);
    return isSatisfied;
  } catch (error) {
    await failStep(turn, await turn.own(edge.to), error);
    return false;
  }
}

async function stateOf(turn: Turn, edge: DagEdge, { state, node }: StepRecord) {
  const onFailure = turn.node(node)['on-failure'];
  const { condition } = edge;
  if (condition === undefined) return edgeState(edge, { state, onFailure }, () => true);
  // The condition is asked only when its source ended as the edge wants it.
  const wanted = edgeState({ on: edge.on }, { state, onFailure }, () => true);
  if (wanted !== 'satisfied') return wanted;
  return (await holdsAt(turn, edge.to, condition)) ? 'satisfied' : 'dead';
}

/** Counts an edge at its target, and begins or skips the target when its join is decided. */
async function arrive(turn: Turn, name: string, satisfied: boolean, from: StepRecord): Promise<void> {
  const before = await turn.own(name);
  const { satisfied: good = 0, dead: bad = 0 } = before.detail;
  const counts = satisfied ? { satisfied: good + 1 } : { dead: bad + 1 };
  const target = await turn.change(before, { detail: counts });
  if (target.state !== 'pending') return;
  await decideStep(turn, target, from);
}

/**
 * Begins or skips a pending step whose join is decided; later, when no step may begin now.
 *
 * @param from the step whose end decided it
 */
export async function decideStep(turn: Turn, step: StepRecord, from?: StepRecord): Promise<void> {
  const { ending, failing, wantsBack } = turn.progress;
  if (wantsBack) return;
  if (ending?.reason !== undefined) {
    const { reason, cause } = ending;
    return endStep(turn, step, { state: 'canceled', reason, ...(cause === undefined ? {} : { cause }) });
  }
  if (failing !== undefined) return;
  const { satisfied = 0, dead = 0 } = step.detail;
  const decision = decide(turn.node(step.node), { satisfied, dead, all: turn.plan.counted.get(step.node) ?? 0 });
  if (decision === 'begin') return makeReady(turn, step);
  if (decision === 'wait') return;
  const cause = from?.state === 'failed' ? from.node : from?.detail.cause;
  await endStep(turn, step, { state: 'skipped', reason: skippedBecause(from), cause });
}

function skippedBecause(from: StepRecord | undefined): string {
  return from ? `its join cannot be reached: "${from.node}" is ${from.state}` : 'its join cannot be reached';
}

/** True for a failure that nothing of the graph deals with. @param edges that lead from the step, by target */
export function isFatal(turn: Turn, { state, node }: StepRecord, edges: Readonly<Record<string, boolean>>): boolean {
  if (state !== 'failed' || isReplaced(turn.node(node)['on-failure'])) return false;
  return !turn.plan.graph.outOf(node).some(({ to, on }) => on.includes('failure') && edges[to]);
}

/** Applies `on-failure` of the node and of the run. */
async function fatal(turn: Turn, step: StepRecord): Promise<void> {
  const { node } = step;
  const { ending, failing, wantsBack, undecided = [], accepted = [] } = turn.progress;
  if (ending || failing !== undefined || wantsBack) return;
  // A person decides about it, or has: its edges are decided again when the run is migrated.
  if (undecided.includes(node) || accepted.includes(node)) return;
  const back = wayBack(turn, node);
  if (back) return turn.changeRun({ progress: { wantsBack: { ...back, reason: endingOf(step).reason } } });
  const { execution } = turn.plan.dag;
  const escalates = step.detail.escalates || turn.node(node)['on-failure'] === 'escalate';
  if (escalates || execution['on-failure'] === 'escalate') {
    turn.changeRun({ progress: { undecided: [...undecided, node] } });
    if (turn.present.state === 'running') turn.become('escalated', endingOf(step).reason);
  } else if (execution.others === 'finish') turn.changeRun({ progress: { failing: node } });
  else turn.changeRun({ progress: { ending: endingOf(step) } });
}

/** Returns the way back that the graph wants after a failure. One that has been gone too often is gone no more. */
function wayBack(turn: Turn, node: string): Pick<WantsBack, 'to' | 'next'> | undefined {
  const { execution } = turn.plan.dag;
  const own = turn.node(node)['on-failure'];
  if (own !== 'rollback' && own !== 'escalate' && execution['on-failure'] === 'compensate')
    return { to: 'start', next: 'end' };
  const goesBack = own === 'rollback' || (own !== 'escalate' && execution['on-failure'] === 'rollback');
  const isLeft = (turn.progress.ownRollbacks ?? 0) < execution['max-rollbacks'];
  return goesBack && isLeft ? { to: { before: node }, next: 'resume' } : undefined;
}
