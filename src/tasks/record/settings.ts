/** Default times and numbers of the node, used when neither a request nor a model gives a value. */
import { DEFAULT_LEASE } from './lease.js';

/** Wait times for requests that do not give one. */
export interface TaskWaits {
  /** Milliseconds for which a synchronous assignment waits for its result. */
  readonly syncWait: number;
  /** Milliseconds for which a round of a negotiation waits for the other side. */
  readonly negotiationWait: number;
}

export interface TaskSettings extends TaskWaits {
  /** Lease of a claim in seconds, when the claim does not give one. */
  readonly lease: number;
  /** Number of tasks that a hosted agent executes at once, when its configuration does not give one. */
  readonly concurrency: number;
}

export const DEFAULT_WAITS: TaskWaits = { syncWait: 60_000, negotiationWait: 10_000 };

export const DEFAULT_SETTINGS: TaskSettings = {
  ...DEFAULT_WAITS,
  lease: DEFAULT_LEASE,
  concurrency: 8,
};
