/** The audit records of a turn. */
import type { Tx } from '../../store/index.js';
import type { ChangedStep } from './entries.js';
import type { Plan } from './plan.js';
import type { RunRecord } from './record.js';

/** A run before and after a turn. Without `before` the run is about to begin. */
export interface TurnOfRun {
  readonly before: RunRecord | undefined;
  readonly after: RunRecord;
  readonly plan: Plan;
}

/** Writes the audit records of what a turn has changed, in its transaction. */
export type RecordTurn = (tx: Tx, turn: TurnOfRun, changed: readonly ChangedStep[]) => void;
