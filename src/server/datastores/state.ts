/** The datastores of a node beside running, their locks, and the confirmed commit that is pending. */
import {
  Candidate,
  type DatastoreName,
  Locks,
  type Running,
  type Startup,
  type UrlFiles,
} from '../../datastore/index.js';
import type { View } from '../view.js';
import { PendingCommit } from './pending-commit.js';

export interface DatastoreState {
  readonly locks: Locks;
  readonly candidate: Candidate;
  readonly pending: PendingCommit;
  /** Absent: running is what a restart finds again. */
  readonly startup?: Startup;
  /** Absent: no URLs are served. */
  readonly files?: UrlFiles;
}

export interface DatastoreParts {
  readonly running: Running;
  readonly startup?: Startup;
  readonly files?: UrlFiles;
}

export function datastoreState({ running, startup, files }: DatastoreParts): DatastoreState {
  return { locks: new Locks(), candidate: new Candidate(running), pending: new PendingCommit(), startup, files };
}

/** The datastores that a view shows: an agent's endpoint keeps no configuration but takes messages, which are edits of running. */
export function servedDatastores({ startup }: Pick<DatastoreState, 'startup'>, view: View): readonly DatastoreName[] {
  if (view.kind === 'agent') return ['running', 'operational'];
  return ['running', 'candidate', ...(startup ? (['startup'] as const) : []), 'intended', 'operational'];
}
