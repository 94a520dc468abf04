/**
 * Contexts: messages and data of agents besides the task itself; implements yangent-contexts and irtf-agent:context, data-params.
 */
export { type DataLimits, DEFAULT_DATA_LIMITS } from './bytes/limits.js';
export { modalityOf } from './bytes/media-type.js';
export {
  type Contexts,
  type ContextsOptions,
  createContexts,
  type ParamRecord,
  type RequestRecord,
  type SharedText,
} from './create.js';
export type { DataAbroad, DataSource, SourceState } from './data-abroad.js';
export type { KnownTasks, Needed } from './known-tasks.js';
export type { MessageData } from './message-data.js';
export { contextMigrations } from './record/database.js';
export type { ContextItem } from './record/item.js';
export { REMOVED, redact, SEALED_TYPES, type SealedType, sealedType, unlike } from './redaction/index.js';
export { measureOf, type SharedData } from './shared-data.js';
export { SENSITIVITIES } from './sharing-policy.js';
