/** The begin of a way back. What follows is done in further turns (`recovery/`). */
import type { Turn } from '../run/turn.js';
import type { Then } from './record.js';

export interface Back {
  /** Number of the checkpoint, and of the last event before it. */
  readonly to: number;
  readonly sequence: number;
  readonly next: Then;
  readonly reason?: string;
}

/** Brings a run on its way back to a checkpoint. Returns the number of the rollback. */
export function beginRollback(turn: Turn, { to, sequence, next, reason }: Back): number {
  const { present, progress } = turn;
  const number = (progress.rollbacks ?? 0) + 1;
  const left = present.deadline === undefined ? undefined : Math.max(present.deadline - turn.now, 0);
  turn.become('rolling-back', reason);
  turn.note({
    kind: 'rollback',
    data: { number, to: String(to), state: 'notifying', next, ...(reason === undefined ? {} : { reason }) },
  });
  turn.changeRun({
    deadline: undefined,
    progress: {
      ...CLEARED,
      rollbacks: number,
      rollback: {
        ...{ number, to, sequence, next, by: turn.by },
        phase: 'beginning',
        ...(reason === undefined ? {} : { reason }),
        ...(left === undefined ? {} : { left }),
      },
    },
  });
  return number;
}

/** The plans that a run gives up when it goes back. */
const CLEARED = {
  begun: undefined,
  behind: undefined,
  failing: undefined,
  undecided: undefined,
  ending: undefined,
  deciding: undefined,
  accepted: undefined,
  reopened: undefined,
  outputFailed: undefined,
  finished: undefined,
  lastFailure: undefined,
  canceling: undefined,
  below: undefined,
  pausedAbove: undefined,
  wantsBack: undefined,
} as const;
