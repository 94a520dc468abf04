/** The checkpoints that are to be made at the end of a turn. */
import type { Turn } from '../run/turn.js';
import { type CheckpointType, FIRST } from './record.js';

export interface Wanted {
  readonly type: CheckpointType;
  readonly label?: string;
  /** User or agent that asked for it. Default: the node. */
  readonly by?: string;
  /** User, or node, for whom the audit log has a record of it. Default: it has none. */
  readonly recordedFor?: string;
}

/** One that has its number already. */
export type Numbered = Wanted & { readonly number: number };

const wanted = new WeakMap<Turn, Numbered[]>();

/**
 * Has a checkpoint made at the end of a turn, in its transaction. What is assigned in the same turn is seen by agents only after the
 * checkpoint is durable. One checkpoint serves all for which the node wants one of a type in this turn.
 *
 * @returns the identifier that it will have, for the statement of a gate for example
 */
export function wantCheckpoint(turn: Turn, want: Wanted): string {
  const all = wanted.get(turn) ?? [];
  wanted.set(turn, all);
  const same = want.type === 'explicit' ? undefined : all.find(({ type }) => type === want.type);
  if (same) return String(same.number);
  const number = (turn.progress.checkpoint?.number ?? FIRST) + 1;
  turn.changeRun({ progress: { checkpoint: { number, at: turn.now }, sinceCheckpoint: undefined } });
  all.push({ ...want, number });
  return String(number);
}

/** Returns the checkpoints that are to be made, in their order. */
export function wantedOf(turn: Turn): readonly Numbered[] {
  return wanted.get(turn) ?? [];
}
