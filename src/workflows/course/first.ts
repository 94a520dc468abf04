/** The steps that wait for no other. They become ready in slices, so that the start of a wide graph holds nobody up. */
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { isSpent } from './clock.js';
import { makeReady } from './end.js';

/** Number of ready steps up to which further ones become ready. */
const SLICE = 256;

/** Makes the next of these steps ready, once in a turn, as long as their conditions take no long time. Returns false when none can become ready now. */
export async function beginFirst(turn: Turn): Promise<boolean> {
  const { ending, failing, begun, waiting } = turn.progress;
  if (begun === undefined || waiting >= SLICE || ending || failing !== undefined) return false;
  if (turn.hasBegun) {
    turn.goOnLater();
    return false;
  }
  turn.hasBegun = true;
  for (let left = SLICE - waiting; left > 0 && !isSpent(turn); left -= 1)
    for (const step of await takeFirst(turn, 1)) if (step.state === 'pending') await makeReady(turn, step);
  return true;
}

/** Takes the next steps that wait for no other and have not become ready, the one with the longest way to the end first. */
export async function takeFirst(turn: Turn, limit: number): Promise<readonly StepRecord[]> {
  const { begun } = turn.progress;
  if (begun === undefined || limit === 0) return [];
  const { first } = turn.plan;
  const names = first.slice(begun, begun + limit);
  const end = begun + names.length;
  turn.changeRun({ progress: { begun: end < first.length ? end : undefined } });
  return Promise.all(names.map((name) => turn.own(name)));
}
