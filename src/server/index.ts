export type { Call, Caller, Keys } from './call.js';
export { createServer, type ServerOptions } from './create.js';
export { type MonitoringOptions, monitoringProvider } from './monitoring.js';
export { streamListProvider } from './nc-notifications.js';
export type {
  Content,
  Delivery,
  EditOutcome,
  EditRequest,
  InvokeRequest,
  ReadRequest,
  SubscribeRequest,
} from './operation.js';
export type {
  ConfigChange,
  ConfigHooks,
  ListState,
  OperationHandler,
  OwnedNode,
  OwnedOutcome,
  OwnedWrite,
  Page,
  Provider,
  StateFunction,
} from './provider.js';
export { ProviderError } from './registry.js';
export type { Server, StreamInfo } from './server.js';
export { type Session, type SessionCounters, SessionRegistry } from './sessions.js';
export { agentView, nodeView, type View } from './view.js';
export { yangLibraryProvider } from './yang-library.js';
