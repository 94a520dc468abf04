/** Pauses runs and lets them go on for a person. */
import { type Pause, pauseRun, resumeRun } from '../course/pause.js';
import type { Turn } from '../run/turn.js';
import { requireNoRollback } from './back.js';
import { badTransition } from './bad-transition.js';

/** Lets no step begin until `resume`, neither of the run nor of those below it. @throws RpcError bad-transition */
export function pause(turn: Turn, o: Pause): void {
  const { present, progress } = turn;
  const isPaused = present.state === 'paused';
  if (!isPaused && (present.state !== 'running' || progress.ending)) throw badTransition(present, 'cannot be paused');
  // A person who pauses it does not want it to go on with the run above it.
  turn.changeRun({ progress: { pausedAbove: undefined } });
  pauseRun(turn, { ...o, reason: o.reason ?? `paused by ${turn.by}` });
}

/** Lets a run go on that was paused, or that waits for a person. @throws RpcError bad-transition */
export function resume(turn: Turn): void {
  const { present, progress } = turn;
  requireNoRollback(turn);
  if (present.state === 'running' && !progress.ending) return;
  if (present.state !== 'paused' && present.state !== 'escalated') throw badTransition(present, 'cannot be resumed');
  resumeRun(turn);
}
