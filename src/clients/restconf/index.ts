export { BulkClient, type BulkRest, type BulkState } from './bulk.js';
export {
  type Answer,
  keyed,
  type Query,
  type RequestOptions,
  type ResourceOptions,
  RestconfClient,
  type RestconfClientOptions,
  restconfClient,
  type StreamOptions,
} from './client.js';
export type { RestconfEvent } from './events.js';
export { RestconfError } from './restconf-error.js';
export { type ServerSentEvent, SseParser } from './sse.js';
export type { RestconfSubscription } from './subscriptions.js';
export type { EditPlace, YangEdit } from './yang-patch.js';
