/** Runs that go back because the run above them does. */
import { FIRST } from '../checkpoint/record.js';
import { mayRunChange } from '../model/states.js';
import { beginRollback } from '../rollback/begin.js';
import type { Turn } from '../run/turn.js';

/** Stands for the reason of a rollback that has none. */
export const NO_REASON = 'without a reason';

/** Sends a run back to its start, where it ends, because the run above it goes back. One that goes back elsewhere goes on to its start. */
export function sendToStart(turn: Turn, why: string): void {
  const { progress, present } = turn;
  const { rollback } = progress;
  const reason = `the run above it goes back: ${why}`;
  if (rollback && rollback.next !== 'end')
    turn.changeRun({
      progress: { rollback: { ...rollback, next: 'resume' }, wantsBack: { to: 'start', next: 'end', reason } },
    });
  else if (!rollback && mayRunChange(present.state, 'rolling-back'))
    beginRollback(turn, { to: FIRST, sequence: 0, next: 'end', reason });
}
