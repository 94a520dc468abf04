/** Pauses runs and lets them go on. The runs of their steps follow, and the tasks where that is wanted (`goBelow`). */
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { nextTime } from './times.js';

export interface Pause {
  /** True: its tasks are suspended. */
  readonly suspends: boolean;
  readonly reason?: string;
}

/** Pauses a run with the one above it, or with its task, unless it is ending or waits for a person. */
export function pauseWith(turn: Turn, o: Pause): void {
  if (turn.present.state !== 'running' || turn.progress.ending) return;
  turn.changeRun({ progress: { pausedAbove: true } });
  pauseRun(turn, o);
}

/** Pauses a run, and what is below it. */
export function pauseRun(turn: Turn, { suspends, reason }: Pause): void {
  const { below } = turn.progress;
  if (turn.present.state !== 'paused') turn.become('paused', reason);
  // A pause that has not reached all of them yet has to suspend those as well that it did not reach.
  const isStill = below?.act === 'pause' && below.suspends === true;
  const { by } = turn;
  // So has a resume: tasks that it did not reach go on, unless they are to be suspended.
  const resumes = below?.act === 'resume' || below?.resumes ? ({ resumes: true } as const) : {};
  const how = suspends || isStill ? ({ suspends: true } as const) : resumes;
  turn.changeRun({ progress: { below: { act: 'pause', by, ...how } } });
}

/** Lets a run go on that was paused by `pauseWith`. */
export function resumeWith(turn: Turn): void {
  if (turn.present.state === 'paused' && turn.progress.pausedAbove) resumeRun(turn);
}

/**
 * Lets a paused or escalated run go on, and what was paused with it. The failures for which an escalated one waited stay; one
 * whose steps have failed in its pause waits for a person now.
 */
export function resumeRun(turn: Turn): void {
  const { undecided = [], accepted = [] } = turn.progress;
  const isAccepted = turn.present.state === 'escalated';
  turn.become('running');
  const [node] = undecided;
  if (node !== undefined && !isAccepted) turn.become('escalated', `step "${node}" failed`);
  const below = { act: 'resume', by: turn.by } as const;
  const failures =
    isAccepted && node !== undefined ? { undecided: undefined, accepted: [...accepted, ...undecided] } : {};
  turn.changeRun({ progress: { ...failures, pausedAbove: undefined, below } });
}

/** Takes up steps whose time came while the run was paused or escalated. */
export async function wake(turn: Turn): Promise<void> {
  for (const step of await turn.open(Number.MAX_SAFE_INTEGER)) await wakeStep(turn, step);
}

/** Takes a step up whose time came while its run was paused or escalated. */
export async function wakeStep(turn: Turn, step: StepRecord): Promise<void> {
  const due = step.due === undefined && step.state !== 'pending' ? nextTime(step.detail) : undefined;
  if (due !== undefined) await turn.change(step, { due: Math.max(due, turn.now) });
}
