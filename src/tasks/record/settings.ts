/** Times and numbers of the node where neither a request nor a model says another. */
import { DEFAULT_LEASE } from './lease.js';

/** How long requests wait where they do not say. */
export interface TaskWaits {
  /** Milliseconds for which a synchronous assignment waits for its result. */
  readonly syncWait: number;
  /** Milliseconds for which a round of a negotiation waits for the other side. */
  readonly negotiationWait: number;
}

export interface TaskSettings extends TaskWaits {
  /** Seconds for which a claim holds where it does not say. */
  readonly lease: number;
  /** Tasks that a hosted agent executes at once where its configuration does not say. */
  readonly concurrency: number;
}

export const DEFAULT_WAITS: TaskWaits = { syncWait: 60_000, negotiationWait: 10_000 };

export const DEFAULT_SETTINGS: TaskSettings = {
  ...DEFAULT_WAITS,
  lease: DEFAULT_LEASE,
  concurrency: 8,
};
