/** What a loop tells of itself, each in the transaction of the change that it reports. */
import type { Tx } from '../store/index.js';
import type { CycleRecord, LoopOutcome, LoopPhase, LoopState } from './record.js';

/** Whose news it is. */
export interface LoopName {
  readonly name: string;
  readonly agent: string;
}

export interface LoopChange {
  readonly state: LoopState;
  readonly phase?: LoopPhase;
  /** Number of the cycle. */
  readonly id?: number;
  readonly outcome?: LoopOutcome;
  readonly reason?: string;
}

export interface LoopConflict {
  /** Number of the cycle that yields. */
  readonly id: number;
  readonly rival: string;
  readonly resource: string;
}

export interface LoopNews {
  changed(tx: Tx, loop: LoopName, change: LoopChange): Promise<void>;
  /** @param expires until when the decision waits; undefined: until it is answered */
  approvalNeeded(tx: Tx, loop: LoopName, record: CycleRecord, expires: string | undefined): Promise<void>;
  conflict(tx: Tx, loop: LoopName, conflict: LoopConflict): Promise<void>;
}
