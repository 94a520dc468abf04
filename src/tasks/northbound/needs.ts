/** What the parts of this room share. */
import type { Discovery } from '../../agents/index.js';
import type { Shapes } from '../../server/index.js';
import type { SubscriptionNeeds } from '../assignment/subscribe.js';
import type { NegotiationNeeds } from '../negotiation/negotiation.js';
import type { HaltingNeeds } from '../schedule/halting.js';
import type { RetentionNeeds } from '../schedule/retention.js';

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
  lease: 300,
  concurrency: 8,
};

/** Needed by the operations of the models; what the stages of a task need of it is said by each of them. */
export interface TaskContext extends HaltingNeeds, NegotiationNeeds, RetentionNeeds, SubscriptionNeeds {
  readonly discovery: Discovery;
  readonly settings: TaskSettings;
  readonly shapes: Shapes;
}
