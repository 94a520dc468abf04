import type { Discovery } from '../../agents/index.js';
import type { Shapes } from '../../server/index.js';
import type { SubscriptionNeeds } from '../assignment/subscribe.js';
import type { NegotiationNeeds } from '../negotiation/negotiation.js';
import type { TaskSettings } from '../record/settings.js';
import type { HaltingNeeds } from '../schedule/halting.js';
import type { RetentionNeeds } from '../schedule/retention.js';

/** Needed by the operations of the models; what the stages of a task need of it is said by each of them. */
export interface TaskServices extends HaltingNeeds, NegotiationNeeds, RetentionNeeds, SubscriptionNeeds {
  readonly discovery: Discovery;
  readonly settings: TaskSettings;
  readonly shapes: Shapes;
}
