/** The datastores of a node beside running, their locks, and the confirmed commit that is pending. */
import { Candidate, type DatastoreName, Locks, type Running, type Startup, type UrlFiles } from '../datastore/index.js';
import type { Schema } from '../yang/index.js';
import { PendingCommit } from './pending-commit.js';
import type { View } from './view.js';

export interface DatastoreState {
  readonly locks: Locks;
  readonly candidate: Candidate;
  readonly pending: PendingCommit;
  /** False: no user is shown the candidate (its feature of ietf-netconf is off). */
  readonly servesCandidate: boolean;
  /** Absent: running is what a restart finds again. */
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

/** The datastores that a view shows: an agent's endpoint keeps no configuration but takes messages, which are edits of running. */
export function servedDatastores(
  { servesCandidate, startup }: Pick<DatastoreState, 'servesCandidate' | 'startup'>,
  view: View,
): readonly DatastoreName[] {
  if (view.kind === 'agent') return ['running', 'operational'];
  const candidate = servesCandidate ? (['candidate'] as const) : [];
  return ['running', ...candidate, ...(startup ? (['startup'] as const) : []), 'intended', 'operational'];
}
