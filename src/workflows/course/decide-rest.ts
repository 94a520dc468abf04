/** Takes up steps that are pending after one was mended: what keeps them waiting may be gone. */
import type { Turn } from '../run/turn.js';
import { isSpent } from './clock.js';
import { decideStep } from './spread.js';

/** Decides the joins of pending steps; the rest in further transactions, when their conditions take long. */
export async function decideRest(turn: Turn): Promise<void> {
  turn.changeRun({ progress: { deciding: undefined } });
  for (const step of await turn.nodes()) {
    if (step.state !== 'pending' || turn.plan.last.has(step.node)) continue;
    if (isSpent(turn)) {
      turn.changeRun({ progress: { deciding: true } });
      return turn.goOnLater();
    }
    await decideStep(turn, step);
  }
}
