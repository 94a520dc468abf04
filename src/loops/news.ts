/** Notifications of a loop, each sent in the transaction of the reported change. */
import type { Tx } from '../store/index.js';
import type { CycleRecord, LoopOutcome, LoopPhase, LoopState } from './record.js';

/** The loop of a notification. */
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
  /** Notifies that a decision waits. @param expires time until which it waits; undefined: until it is answered */
  approvalNeeded(tx: Tx, loop: LoopName, record: CycleRecord, expires: string | undefined): Promise<void>;
  conflict(tx: Tx, loop: LoopName, conflict: LoopConflict): Promise<void>;
}
