/** Ways back to checkpoints that persons ask for. */
import { isRunOver, mayRunChange } from '../model/states.js';
import { type Back, beginRollback } from '../rollback/begin.js';
import type { Turn } from '../run/turn.js';
import { badTransition } from './bad-transition.js';

/** Sends a run back to a checkpoint. Returns the number of the rollback. @throws RpcError bad-transition */
export function backTo(turn: Turn, back: Back): number {
  const { present, progress } = turn;
  if (progress.rollback) throw badTransition(present, `its rollback ${progress.rollback.number} has not ended`);
  if (!mayRunChange(present.state, 'rolling-back')) throw badTransition(present, 'cannot go back');
  if (isRunOver(present.state) && present.parent)
    throw badTransition(present, `is over for its parent; send run ${present.parent.run} back`);
  if (isRunOver(present.state) && present.task !== undefined)
    throw badTransition(present, 'its task has ended; assign the task again');
  turn.note({
    kind: 'action',
    data: { action: 'roll-back', ...(back.reason === undefined ? {} : { reason: back.reason }) },
  });
  return beginRollback(turn, back);
}

/** Refuses what would disturb the way of a run back to a checkpoint. @throws RpcError bad-transition */
export function requireNoRollback({ present, progress }: Turn): void {
  if (progress.rollback)
    throw badTransition(
      present,
      `its rollback ${progress.rollback.number} has not ended; acknowledge what is open, or cancel the run`,
    );
}
