/** The datastores of NMDA (RFC 8342 §5) that a node can serve, by the names of their identities in ietf-datastores. */
export const DATASTORES = ['running', 'candidate', 'startup', 'intended', 'operational'] as const;

export type DatastoreName = (typeof DATASTORES)[number];

/** Datastores that clients can write, lock and copy. */
export type WritableDatastore = 'running' | 'candidate' | 'startup';

const WRITABLE: ReadonlySet<string> = new Set<WritableDatastore>(['running', 'candidate', 'startup']);

export function isWritable(name: DatastoreName): name is WritableDatastore {
  return WRITABLE.has(name);
}
