/** Cancels runs. */
import type { Turn } from '../run/turn.js';

/** Why a run is canceled at its deadline. */
export const DEADLINE = 'its deadline is over (deadline-exceeded)';

/** Cancels a run: its steps follow in slices, and nodes of `finally` run before it is canceled. A run that ends stays as it is. */
export async function cancelRun(turn: Turn, reason: string): Promise<void> {
  // A run that goes back to a checkpoint ends its way first; one that waits for a person there gives it up.
  if (turn.progress.rollback) {
    if (turn.present.state === 'rolling-back') return;
    turn.changeRun({ progress: { rollback: undefined } });
  }
  if (turn.isOver || turn.progress.ending?.state === 'canceled') return;
  turn.changeRun({ progress: { ending: { state: 'canceled', reason }, failing: undefined } });
}
