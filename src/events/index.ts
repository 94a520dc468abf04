/** Notification streams (RFC 5277): a durable log in commit order, replay, and subscriptions without a silent loss. */
export { EventLogError, type EventLogErrorCode } from './errors.js';
export {
  type Audience,
  DEFAULT_STREAM,
  type DropReason,
  type EventInput,
  type EventRecord,
  type EventStream,
  numberOfEvent,
  type SubscriptionItem,
} from './event.js';
export { eventMigrations } from './event-table.js';
export {
  DEFAULT_READER_LIMITS,
  type EventLog,
  type EventLogOptions,
  openEventLog,
  type ReaderLimits,
  type ReadOptions,
  type SubscribeOptions,
} from './log.js';
export { DEFAULT_RETENTION, type Retention } from './retention.js';
export { allocateSubscriptionId } from './subscription-ids.js';
