/** A person lets a run go on though what steps did is not undone. */
import type { Back, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { askNoMore, waitsForVotes } from './clearance.js';
import { isToUndo } from './compensate.js';
import type { Forced, RecoveryMeans } from './means.js';
import { agentOf } from './undo.js';

/**
 * Lets a run go on though what a step did is not undone: its compensation has failed, or waits for votes, which are asked for no
 * more. Returns the steps.
 */
export async function forceCompensation(
  turn: Turn,
  means: RecoveryMeans,
  back: Back,
  { agent, node, item, reason }: Forced,
): Promise<readonly StepRecord[]> {
  const kept = await means.recovery.kept.of(turn.tx, turn.present, turn.plan);
  const all = turn.plan.dag.node.filter((each) => each.compensation && !kept.has(each.name)).map(({ name }) => name);
  const names = node === undefined ? all : all.filter((name) => name === node);
  const stored = await means.recovery.rollbacks.latestOf(turn.tx, turn.present.id, names);
  const open = stored.map((step) => turn.adopt(step)).filter((step) => isToUndo(step, kept));
  const forced: StepRecord[] = [];
  for (const step of open)
    if (
      (item === undefined || step.item === item) &&
      ((await isAskedAbout(turn, step)) ? agentOf(turn.node(step.node), step) : failedBy(step)) === agent
    )
      forced.push(step);
  const isLeft = (name: string) => open.some((step) => step.node === name && !forced.includes(step));
  const why = `not undone, as ${turn.by} decided: ${reason}`;
  for (const step of forced) {
    const own = await turn.step(step.node);
    if (own && waitsForVotes(own) && !isLeft(step.node)) await askNoMore(turn, back, own, why);
    await turn.change(turn.adopt(step), { state: 'rolled-back', reason: why });
  }
  return forced;
}

/** True for a step, or an item, that is undone only once persons have voted. */
async function isAskedAbout(turn: Turn, { node, state, detail }: StepRecord): Promise<boolean> {
  const own = await turn.step(node);
  return own !== undefined && waitsForVotes(own) && state !== 'compensating' && !detail.compensation;
}

/** Returns the agent that could not undo a step. */
function failedBy({ state, detail: { compensation } }: StepRecord): string | undefined {
  return state === 'failed' && compensation?.failed !== undefined ? compensation.agent : undefined;
}
