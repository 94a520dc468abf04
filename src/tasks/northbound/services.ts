import type { Discovery, Qualifications } from '../../agents/index.js';
import type { Shapes } from '../../server/index.js';
import type { SubscriptionNeeds } from '../assignment/subscribe.js';
import type { NegotiationNeeds } from '../negotiation/negotiation.js';
import type { Authorities } from '../record/authority.js';
import type { ContentSealing } from '../record/sealed.js';
import type { TaskSettings } from '../record/settings.js';
import type { HaltingNeeds } from '../schedule/halting.js';
import type { RetentionNeeds } from '../schedule/retention.js';

/** The services for the operations of the models. Each stage of a task declares the part that it needs. */
export interface TaskServices extends HaltingNeeds, NegotiationNeeds, RetentionNeeds, SubscriptionNeeds {
  readonly authorities: Authorities;
  readonly content: ContentSealing;
  readonly discovery: Discovery;
  readonly qualifications: Pick<Qualifications, 'require'>;
  readonly settings: TaskSettings;
  readonly shapes: Shapes;
}
