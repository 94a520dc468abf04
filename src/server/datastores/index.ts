/** The operations of clients on whole datastores, as one object of the server. */
import type { Tree } from '../../data/index.js';
import type { DatastoreName, Lock, WritableDatastore } from '../../datastore/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { servedDatastores } from '../datastore-state.js';
import { datastoreTree } from '../datastore-tree.js';
import type { View } from '../view.js';
import { type CommitRequest, cancelCommit, commit, discardChanges } from './commit.js';
import { type CopyRequest, copyConfig, deleteConfig } from './copy.js';
import { lock, release, unlock } from './lock.js';
import { readConfigFile, type Source, type Target } from './source.js';
import { validateConfig } from './validate.js';

export { type DatastoreParts, type DatastoreState, datastoreState } from '../datastore-state.js';
export type { CommitRequest } from './commit.js';
export type { CopyRequest } from './copy.js';
export type { Source, Target } from './source.js';

/** Operations on whole datastores. All reject with `RpcError`; a refused operation changes nothing. */
export interface Datastores {
  /** Returns the datastores of a view. */
  served(view: View): readonly DatastoreName[];
  /**
   * Returns the content of each datastore that holds configuration; undefined while a confirmed commit is pending, which may bring
   * an earlier content back.
   */
  contents(): readonly Tree[] | undefined;
  /** Returns the lock of a datastore. */
  lockOf(datastore: DatastoreName): Lock | undefined;
  lock(caller: Caller, target: WritableDatastore): Promise<void>;
  unlock(caller: Caller, target: WritableDatastore): Promise<void>;
  commit(caller: Caller, request?: CommitRequest): Promise<void>;
  cancelCommit(caller: Caller, persistId?: string): Promise<void>;
  discard(caller: Caller): Promise<void>;
  copy(caller: Caller, request: CopyRequest): Promise<void>;
  delete(caller: Caller, target: Target): Promise<void>;
  validate(caller: Caller, source: Source): Promise<void>;
  /** Reads the edit in a file (RFC 6241 §8.8.5.1). */
  editOf(caller: Caller, url: string): Promise<Tree>;
  /** Releases locks and commits of a session that has ended; resolves when it is done. */
  release(session: number): Promise<void>;
  /** Called when the node stops. A pending confirmed commit stays pending, and is undone at the next start. */
  stop(): void;
}

const STORED = ['running', 'candidate', 'startup'] as const;

export function datastoresOf(core: ServerCore): Datastores {
  const { datastores } = core;
  return {
    served: (view) => servedDatastores(datastores, view),
    contents: () => (datastores.pending.current ? undefined : STORED.map((name) => datastoreTree(core, name))),
    lockOf: (name) => (name === 'intended' || name === 'operational' ? undefined : datastores.locks.get(name)),
    lock: (caller, target) => lock(core, caller, target),
    unlock: (caller, target) => unlock(core, caller, target),
    commit: (caller, request = {}) => commit(core, caller, request),
    cancelCommit: (caller, persistId) => cancelCommit(core, caller, persistId),
    discard: (caller) => discardChanges(core, caller),
    copy: (caller, request) => copyConfig(core, caller, request),
    delete: (caller, target) => deleteConfig(core, caller, target),
    validate: (caller, source) => validateConfig(core, caller, source),
    editOf: (caller, url) => readConfigFile(core, caller, url, { operations: true }),
    release: (session) => release(core, session),
    stop: () => datastores.pending.end(),
  };
}
