/** The datastores of a node besides running, their locks, and the pending confirmed commit. */
import { Candidate, type DatastoreName, Locks, type Running, type Startup, type UrlFiles } from '../datastore/index.js';
import type { Schema } from '../yang/index.js';
import { PendingCommit } from './pending-commit.js';
import type { View } from './view.js';

export interface DatastoreState {
  readonly locks: Locks;
  readonly candidate: Candidate;
  readonly pending: PendingCommit;
  /** False when the candidate is not served (its feature of ietf-netconf is off). */
  readonly servesCandidate: boolean;
  /** Absent: running survives a restart. */
  readonly startup?: Startup;
  /** Absent: no URLs are served. */
  readonly files?: UrlFiles;
}

export interface DatastoreParts {
  readonly nodeSchema: Schema;
  readonly running: Running;
  readonly startup?: Startup;
  readonly files?: UrlFiles;
}

export function datastoreState({ nodeSchema, running, startup, files }: DatastoreParts): DatastoreState {
  return {
    locks: new Locks(),
    candidate: new Candidate(running),
    pending: new PendingCommit(),
    servesCandidate: nodeSchema.modules.get('ietf-netconf')?.features.has('candidate') ?? true,
    startup,
    files,
  };
}

/** Returns the datastores of a view. An agent endpoint has no configuration, but takes messages, which are edits of running. */
export function servedDatastores(
  { servesCandidate, startup }: Pick<DatastoreState, 'servesCandidate' | 'startup'>,
  view: View,
): readonly DatastoreName[] {
  if (view.kind === 'agent') return ['running', 'operational'];
  const candidate = servesCandidate ? (['candidate'] as const) : [];
  return ['running', ...candidate, ...(startup ? (['startup'] as const) : []), 'intended', 'operational'];
}
