/** Subscription state change notifications (RFC 8639 §2.7), as deliveries like those of events. */
import { fromValue } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import type { EventDelivery } from '../operation.js';
import { MODULE } from './names.js';

export type StateChange =
  | 'replay-completed'
  | 'subscription-modified'
  | 'subscription-resumed'
  | 'subscription-suspended'
  | 'subscription-terminated';

export type SuspendedReason = 'insufficient-resources' | 'unsupportable-volume';
export type TerminatedReason =
  | 'filter-unavailable'
  | 'no-such-subscription'
  | 'stream-unavailable'
  | 'suspension-timeout';

/** Returns a notification; undefined when its feature is off. @param more members besides `id` */
export function stateChange(
  schema: Schema,
  name: StateChange,
  id: number,
  more: Readonly<Record<string, unknown>> = {},
): EventDelivery | undefined {
  const node = schema.notifications.get(`${MODULE}:${name}`);
  if (!node) return undefined;
  // State changes are in no event stream, so they have no id in the log.
  return {
    kind: 'event',
    id: '',
    time: new Date().toISOString(),
    node,
    notification: fromValue(node, { id, ...more }, { schema }),
  };
}

export const reasonOf = (reason: SuspendedReason | TerminatedReason) => ({ reason: `${MODULE}:${reason}` });
