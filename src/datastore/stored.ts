/** Running in the store: a snapshot and the edits since, also readable while the node is stopped. */
import { applyEdit, decodeJson, emptyTree, encodeJson, parseJson, type Tree } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { clearRestorePoint, readRestorePoint } from './restore-point.js';

export interface Version {
  readonly number: number;
  readonly at: string;
}

export interface Stored {
  /** Content-id of the yang-library when the snapshot was written; undefined when nothing is stored. */
  readonly writtenUnder?: string;
  readonly version: Version;
  /** RFC 7951 text of the snapshot; undefined when nothing is stored. */
  readonly snapshot?: string;
  /** Edits after the snapshot, oldest first, in RFC 7951 text. */
  readonly edits: readonly string[];
  /** The edit that undoes an unconfirmed commit: the content in effect is its result. */
  readonly back?: string;
}

/** Datastores with a snapshot in the store; for running the edits since are stored too. */
export type StoredDatastore = 'running' | 'startup';

export async function readSnapshot(store: Store, datastore: StoredDatastore) {
  return store.reads.selectFrom('datastore_snapshot').selectAll().where('datastore', '=', datastore).executeTakeFirst();
}

export async function readStored(store: Store): Promise<Stored> {
  const snapshot = await readSnapshot(store, 'running');
  const changes = await store.reads
    .selectFrom('datastore_change')
    .selectAll()
    .where('version', '>', snapshot?.version ?? 0)
    .orderBy('version')
    .execute();
  const last = changes.at(-1) ?? snapshot;
  return {
    writtenUnder: snapshot?.content_id,
    version: { number: last?.version ?? 0, at: last?.at ?? new Date().toISOString() },
    snapshot: snapshot?.content,
    edits: changes.map(({ edit }) => edit),
    back: (await readRestorePoint(store))?.edit,
  };
}

/** Parses text that this node wrote itself, of any length: it grew by many edits, each within the limit of a message. */
export function parseStored(text: string): unknown {
  return parseJson(text, { maxBytes: Number.POSITIVE_INFINITY });
}

export interface DecodeStored {
  /** Ignore nodes that the models do not have. */
  readonly onlyKnown?: true;
}

/** Returns the content in effect. @throws RpcError naming nodes that the models do not have, or invalid values */
export function decodeStored(schema: Schema, { snapshot, edits, back }: Stored, o: DecodeStored = {}): Tree {
  const decode = (text: string, more: { operations?: boolean; config?: 'only' }) =>
    decodeJson(schema.root, parseStored(text), { schema, ...o, ...more });
  const begin = snapshot === undefined ? emptyTree(schema.root) : decode(snapshot, { config: 'only' });
  const steps = back === undefined ? edits : [...edits, back];
  return steps.reduce((tree, text) => applyEdit(tree, decode(text, { operations: true }), 'none', { schema }), begin);
}

/** Writes a snapshot of `version`; for running also deletes the edits up to it. @param content RFC 7951 text */
export async function writeSnapshot(
  tx: Tx,
  schema: Schema,
  datastore: StoredDatastore,
  content: string,
  version: Version,
): Promise<void> {
  const row = { version: version.number, at: version.at, content_id: schema.contentId, content };
  await tx.sql
    .insertInto('datastore_snapshot')
    .values({ datastore, ...row })
    .onConflict((conflict) => conflict.column('datastore').doUpdateSet(row))
    .execute();
  if (datastore === 'running')
    await tx.sql.deleteFrom('datastore_change').where('version', '<=', version.number).execute();
}

/** Replaces the whole content of running of a stopped node by `tree`. */
export async function replaceStored(store: Store, schema: Schema, tree: Tree): Promise<void> {
  const { version } = await readStored(store);
  const next: Version = { number: version.number + 1, at: new Date().toISOString() };
  await store.transact(async (tx) => {
    await writeSnapshot(tx, schema, 'running', encodeJson(tree), next);
    await clearRestorePoint(tx);
  });
}
