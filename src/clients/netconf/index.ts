export { NetconfClient, netconfOverStream } from './client.js';
export { type ConnectOptions, connectNetconf } from './connect.js';
export type {
  CommitOptions,
  CreateSubscription,
  Datastore,
  EditConfig,
  Filter,
  GetData,
  GetOptions,
  GetSchema,
  WithDefaults,
  Xml,
} from './operations.js';
export type { WaitOptions } from './pending.js';
export type { SessionOptions } from './session.js';
