export { NetconfClient, netconfOverStream } from './client.js';
export { type ConnectOptions, connectNetconf } from './connect.js';
export type {
  CommitOptions,
  CreateSubscription,
  Datastore,
  EditConfig,
  EditContent,
  EditData,
  Filter,
  GetData,
  GetOptions,
  GetSchema,
  InlineConfig,
  NmdaDatastore,
  WithDefaults,
  Xml,
} from './operation-options.js';
export type { WaitOptions } from './pending.js';
export type { SessionOptions } from './session.js';
export type {
  EstablishedSubscription,
  EstablishSubscription,
  EventFilter,
  ModifySubscription,
} from './subscription-options.js';
