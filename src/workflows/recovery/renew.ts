/** Restores the state of the checkpoint: what had not ended there begins anew, in another generation (ATD-6-p). */

import { NODE } from '../checkpoint/record.js';
import { rollbackPath } from '../run/facts.js';
import type { Back, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import type { Kept } from './kept.js';
import type { RecoveryMeans } from './means.js';

/** Number of steps of which one transaction makes another generation. */
const SLICE = 500;

/** Makes the next steps anew; when all are, lets the run go on, pause or end. */
export async function renew(turn: Turn, means: RecoveryMeans, back: Back): Promise<boolean> {
  if (back.next === 'end') return end(turn, means, back);
  const steps = await means.recovery.rollbacks.rolledBackNodes(turn.tx, turn.present.id);
  for (const step of steps.slice(0, SLICE)) turn.renew(step, step.generation + 1);
  turn.goOnLater();
  if (steps.length > SLICE) return false;
  await restored(turn, means, back);
  const kept = await means.recovery.kept.of(turn.tx, turn.present, turn.plan);
  const behind = await decideAgain(turn, kept);
  const { last, dag } = turn.plan;
  turn.changeRun({
    output: undefined,
    error: undefined,
    deadline: back.left === undefined ? undefined : turn.now + back.left,
    progress: {
      rollback: undefined,
      ...{ open: dag.node.length - last.size - kept.size, active: 0, live: 0, waiting: 0, begun: 0 },
      behind: behind.length === 0 ? undefined : behind,
    },
  });
  turn.become('running', back.reason);
  if (back.next === 'pause') turn.become('paused', `it went back to checkpoint ${back.to}`);
  return false;
}

/** Ends the run: nodes of `finally` run before. */
async function end(turn: Turn, means: RecoveryMeans, back: Back): Promise<boolean> {
  await restored(turn, means, back);
  turn.changeRun({
    output: undefined,
    error: undefined,
    progress: {
      rollback: undefined,
      ...{ active: 0, live: 0, waiting: 0 },
      ending: { state: 'rolled-back', settled: true, ...(back.reason === undefined ? {} : { reason: back.reason }) },
    },
  });
  turn.goOnLater();
  return false;
}

async function restored(turn: Turn, { recovery }: RecoveryMeans, { number, to }: Back): Promise<void> {
  await recovery.rollbacks.setState(turn.tx, turn.present.id, number, 'restored');
  turn.note({ kind: 'rollback', data: { number, to: String(to), state: 'restored' } });
  recovery.record(turn.tx, turn.present, {
    ...{ operation: 'end-rollback', kind: 'rollback', outcome: 'done', by: NODE },
    targets: [rollbackPath(turn.present.id, number)],
  });
}

/** Forgets the edges from steps that stay to others: they are decided again. Returns their sources. */
async function decideAgain(turn: Turn, kept: Kept): Promise<readonly (readonly [node: string, item: number])[]> {
  const behind: (readonly [node: string, item: number])[] = [];
  for (const step of await turn.nodes()) {
    if (!kept.has(step.node)) continue;
    const edges = keptEdges(step, kept);
    const isWhole = turn.plan.graph.outOf(step.node).every(({ to }) => to in edges);
    if (isWhole) continue;
    await turn.change(step, { detail: { edges } });
    behind.push([step.node, 0]);
  }
  return behind;
}

function keptEdges({ detail }: StepRecord, kept: Kept): Readonly<Record<string, boolean>> {
  const edges: Record<string, boolean> = Object.create(null);
  for (const [to, satisfied] of Object.entries(detail.edges ?? {})) if (kept.has(to)) edges[to] = satisfied;
  return edges;
}
