/** The durable store: one async port, SQL through Kysely, SQLite inside; migrations; group commit; the outbox. */
export { damageOf } from './clean-end.js';
export type { Database } from './database.js';
export { StoreError, type StoreErrorCode } from './errors.js';
export { explained, recoveryText } from './faults.js';
export type { GroupCommitLimits } from './group-commit.js';
export { faultsOfFile } from './integrity.js';
export type { Migration } from './migrations.js';
export { type OpenStoreOptions, openStore } from './open.js';
export type { DeadJob, Outbox, OutboxHandler, OutboxInput, OutboxJob, OutboxOptions } from './outbox.js';
export { type Attempt, type RetryPolicy, Undeliverable } from './outbox-retry.js';
export { createOutbox } from './outbox-runner.js';
export { persist } from './persist.js';
export { makeDirectory, syncDirectory, writePrivateFile } from './private-file.js';
export { retentionTime, shownTime, steadyTime } from './steady-time.js';
export type { GroupWork, Parameter, Queries, Store, StoreCounts, StoreSettings, Tx } from './store.js';
export { Timers } from './timers.js';
export { unhurried } from './unhurried.js';
