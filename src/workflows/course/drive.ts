/** Takes a run as far as it goes in one transaction. */
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { goBelow } from './below.js';
import { isSpent } from './clock.js';
import { decideRest } from './decide-rest.js';
import { itemEnded } from './items.js';
import { launchNext } from './launch.js';
import type { TurnMeans } from './needs.js';
import { settle } from './settle.js';
import { spread } from './spread.js';

/** Number of edges and of ended steps that one transaction deals with, so that the end of a wide step holds nobody up. */
const SLICE = 1_000;

/** Does all that follows from what happened in this turn, or the first part of it: the rest follows in the next ones. */
export async function drive(turn: Turn, means: TurnMeans): Promise<void> {
  await goBelow(turn, means);
  await takeUpBehind(turn);
  if (turn.progress.deciding) await decideRest(turn);
  let left = SLICE;
  for (;;) {
    const step = turn.ended.shift();
    if (!step) {
      if ((await launchNext(turn, means)) || (await settle(turn, means))) continue;
      // The next transaction follows the steps that a full slice has ended.
      const [first] = turn.ended.splice(0, 1);
      return first && leaveBehind(turn, first);
    }
    const isDone = left > 0 && !isSpent(turn) && (await follow(turn, step, left));
    if (!isDone) return leaveBehind(turn, step);
    left -= 1 + Object.keys((await turn.step(step.node, step.item))?.detail.edges ?? {}).length;
  }
}

/** Takes up steps that ended in an earlier turn, and whose edges are not all decided. */
async function takeUpBehind(turn: Turn): Promise<void> {
  const { behind } = turn.progress;
  if (behind === undefined) return;
  turn.changeRun({ progress: { behind: undefined } });
  const steps: StepRecord[] = [];
  for (const [node, item] of behind) steps.push(await turn.own(node, item));
  turn.ended.unshift(...steps);
}

function leaveBehind(turn: Turn, first: StepRecord): void {
  const behind = [first, ...turn.ended.splice(0)].map(({ node, item }) => [node, item] as const);
  turn.changeRun({ progress: { behind } });
  turn.goOnLater();
}

/** Does what follows from the end of a step. Returns false when edges are left that another turn decides. */
async function follow(turn: Turn, step: StepRecord, most: number): Promise<boolean> {
  if (step.item > 0) await itemEnded(turn, step);
  else if (!turn.plan.last.has(step.node)) return spread(turn, step, most);
  else {
    const { finished = 0, lastFailure } = turn.progress;
    const { message } = step.detail.error ?? {};
    const failed = message === undefined ? lastFailure : `step "${step.node}" of finally failed: ${message}`;
    turn.changeRun({ progress: { finished: finished + 1, lastFailure: failed } });
  }
  return true;
}
