export type { DatastoreName } from '../datastore/index.js';
export type { Admitted } from './admit.js';
export { approvalRules, type RequestToApprove, requireApproval, usingUp } from './approval/index.js';
export { type AuditEntry, type AuditTrail, audited, failedEntry, type RecordedReads } from './audit.js';
export { AUDIT_STREAM } from './audit-event.js';
export { type AuditTrailOptions, openAuditTrail } from './audit-trail.js';
export {
  type BulkData,
  type BulkDataProvider,
  type BulkDescription,
  type BulkWrite,
  type ExpectedDigest,
  noBulkData,
} from './bulk-data.js';
export {
  type ByteLimits,
  BytesUnderWay,
  DEFAULT_BYTE_LIMITS,
  HeldBytes,
  TOO_MANY_BYTES,
  weightOf,
} from './bytes-under-way.js';
export type { Call, Caller, Keys, Within } from './call.js';
export {
  configuration,
  configuredEntries,
  configuredEntry,
  configuredOthers,
  eachConfigured,
} from './configuration.js';
export { createServer, type ServerOptions } from './create.js';
export { type AnnouncementsAtStart, announcementsAtStart } from './datastores/at-start.js';
export type { CommitRequest, CopyRequest, Datastores, Source, Target } from './datastores/index.js';
export { xpathSelectsEvent } from './event-filter.js';
export { subtreeSelectsEvent } from './event-subtree.js';
export type {
  CallerApi,
  Face,
  FaceAnswer,
  FaceEvent,
  FaceListen,
  FaceRequest,
  Mount,
  Socket,
  TaskNews,
} from './face.js';
export {
  countLoginFailures,
  DEFAULT_LOGIN_FAILURE_LIMITS,
  type FailedLogin,
  type ForeignBy,
  type LoginFailureLimits,
  type LoginFailures,
} from './login-failures.js';
export { LoginRecords, type SucceededLogin } from './login-records.js';
export { type AcmOptions, acmProvider } from './modules/ietf-netconf-acm/provider.js';
export { type MonitoringOptions, monitoringProvider } from './modules/ietf-netconf-monitoring/provider.js';
export { yangLibraryProvider } from './modules/ietf-yang-library/provider.js';
export { streamListProvider } from './modules/nc-notifications/provider.js';
export { accessIn } from './modules/yangent-access/configured.js';
export { grantTargets } from './modules/yangent-access/grant-targets.js';
export { type GrantNeeds, grantOperations } from './modules/yangent-access/grants.js';
export { approvalNews } from './modules/yangent-access/notification.js';
export { accessProviders } from './modules/yangent-access/provider.js';
export { auditProvider } from './modules/yangent-audit/provider.js';
export { publicKeysIn } from './modules/yangent-keys/chosen.js';
export { takeConfiguredKeys } from './modules/yangent-keys/config.js';
export { keyProviders } from './modules/yangent-keys/provider.js';
export { noteCapabilities, serverMigrations } from './notifications/capability-change.js';
export { type ChangedBy, configChangeEvent } from './notifications/config-change.js';
export { protocolSessionEvents } from './notifications/protocol-session-events.js';
export { type Notify, type NotifyAll, notifier, notifierOfAll, type Told } from './notify.js';
export {
  type Content,
  type Delivery,
  type EditOutcome,
  type EditRequest,
  type EditStep,
  EditStepError,
  type EventDelivery,
  type InvokeRequest,
  MissingTargetError,
  PRECONDITION_FAILED,
  type ReadRequest,
  type SubscribeRequest,
} from './operation.js';
export { filterOrigins, withoutOrigins } from './origin.js';
export { ownCall } from './own-call.js';
export { levelsOf, type PagedRead, type ShownPages, shownPages } from './paged-read.js';
export {
  type ProtocolSession,
  type ProtocolSessionCounters,
  type ProtocolSessionEnd,
  type ProtocolSessionObserver,
  ProtocolSessions,
} from './protocol-sessions.js';
export {
  type AnyModule,
  type AnyProvider,
  type AskedOperation,
  type ConfigChange,
  type ConfigHooks,
  type Handler,
  type ListState,
  type ModuleTypes,
  type OperationHandler,
  type OwnedNode,
  type OwnedOutcome,
  type OwnedWrite,
  type Page,
  type ProvidedStream,
  type Provider,
  provide,
  type State,
  type StateFunction,
  type StreamEvent,
  type StreamReading,
} from './provider.js';
export { ProviderError } from './registry.js';
export type { Server } from './server.js';
export { ANY_SHAPE, type Shapes, shapesOf } from './shapes.js';
export { faultInWords, isNotStored, storeRefusal } from './store-refusal.js';
export type { StreamInfo } from './stream-info.js';
export {
  DEFAULT_SUBSCRIPTION_LIMITS,
  FilterFault,
  NO_SUCH_SUBSCRIPTION,
  refusingFilters,
  SUBSCRIBED_NOTIFICATIONS,
  type Subscription,
  type SubscriptionEncoding,
  type SubscriptionLimits,
  subscriptionInput,
  xpathFilterOf,
} from './subscriptions/index.js';
export { inputInUse } from './values-in-use.js';
export { agentView, nodeView, type View } from './view.js';
