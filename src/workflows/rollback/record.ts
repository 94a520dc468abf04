/** Ways back of a run to a checkpoint, and what agents say of them. */

/** The course of a run when it is back. */
export type Then = 'resume' | 'pause' | 'end';

export type RollbackState = 'notifying' | 'compensating' | 'restored' | 'incomplete';

export interface Rollback {
  readonly run: string;
  /** From 1. */
  readonly number: number;
  /** Number of the checkpoint. */
  readonly to: number;
  readonly reason?: string;
  readonly next: Then;
  readonly by: string;
  /** yang:date-and-time */
  readonly at: string;
  readonly state: RollbackState;
}

export type AcknowledgementState = 'pending' | 'acknowledged' | 'refused' | 'expired' | 'forced';

export interface Acknowledgement {
  readonly agent: string;
  readonly node: string;
  readonly item: number;
  readonly generation: number;
  readonly state: AcknowledgementState;
  /** yang:date-and-time */
  readonly at: string;
  readonly note?: string;
  readonly released?: readonly string[];
  /** The task that asks, or the child run. */
  readonly task?: string;
  /** How often it was asked. */
  readonly asked: number;
}

/** The note of an agent that is not asked, because its profile lacks the skill. */
export const AUTOMATIC = 'automatic';

/** How often an agent is asked that is silent. */
export const MOST_ASKED = 3;
