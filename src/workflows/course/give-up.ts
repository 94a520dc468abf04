/** Fails runs that the node cannot execute. */
import type { TaskError } from '../../tasks/index.js';
import type { Turn } from '../run/turn.js';

/** Fails a run as a whole. One that is ending keeps the end that it has. */
export function giveUp(turn: Turn, error: TaskError): void {
  if (turn.isOver || turn.progress.ending) return;
  turn.changeRun({ progress: { ending: { state: 'failed', reason: error.message, error } } });
}
