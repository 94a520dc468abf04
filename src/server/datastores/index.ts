/** What clients do with whole datastores, as one object of the server. */
import type { Tree } from '../../data/index.js';
import type { DatastoreName, Lock, WritableDatastore } from '../../datastore/index.js';
import type { Caller } from '../call.js';
import type { ServerContext } from '../context.js';
import type { View } from '../view.js';
import { type CommitRequest, cancelCommit, commit, discardChanges } from './commit.js';
import { type CopyRequest, copyConfig, deleteConfig } from './copy.js';
import { lock, release, unlock } from './lock.js';
import { readConfigFile, type Source, type Target } from './source.js';
import { servedDatastores } from './state.js';
import { validateConfig } from './validate.js';

export type { CommitRequest } from './commit.js';
export type { CopyRequest } from './copy.js';
export type { Source, Target } from './source.js';
export { type DatastoreParts, type DatastoreState, datastoreState } from './state.js';

/** All reject with `RpcError`; what is refused has changed nothing. */
export interface Datastores {
  /** What a view shows. */
  served(view: View): readonly DatastoreName[];
  /** Who holds the lock of a datastore. */
  lockOf(datastore: DatastoreName): Lock | undefined;
  lock(caller: Caller, target: WritableDatastore): Promise<void>;
  unlock(caller: Caller, target: WritableDatastore): Promise<void>;
  commit(caller: Caller, request?: CommitRequest): Promise<void>;
  cancelCommit(caller: Caller, persistId?: string): Promise<void>;
  discard(caller: Caller): Promise<void>;
  copy(caller: Caller, request: CopyRequest): Promise<void>;
  delete(caller: Caller, target: Target): Promise<void>;
  validate(caller: Caller, source: Source): Promise<void>;
  /** The edit that a file holds (RFC 6241 §8.8.5.1). */
  editOf(caller: Caller, url: string): Promise<Tree>;
  /** Gives up what a session holds that is over; resolves when it is done. */
  release(session: number): Promise<void>;
  /** The node stops: a confirmed commit that is pending stays so, and is undone at the next start. */
  stop(): void;
}

export function datastoresOf(context: ServerContext): Datastores {
  const { datastores } = context;
  return {
    served: (view) => servedDatastores(datastores, view),
    lockOf: (name) => (name === 'intended' || name === 'operational' ? undefined : datastores.locks.get(name)),
    lock: (caller, target) => lock(context, caller, target),
    unlock: (caller, target) => unlock(context, caller, target),
    commit: (caller, request = {}) => commit(context, caller, request),
    cancelCommit: (caller, persistId) => cancelCommit(context, caller, persistId),
    discard: (caller) => discardChanges(context, caller),
    copy: (caller, request) => copyConfig(context, caller, request),
    delete: (caller, target) => deleteConfig(context, caller, target),
    validate: (caller, source) => validateConfig(context, caller, source),
    editOf: (caller, url) => readConfigFile(context, caller, url, { operations: true }),
    release: (session) => release(context, session),
    stop: () => datastores.pending.end(),
  };
}
