/** Running as a stopped node has stored it: a snapshot and the edits since. */
import { applyEdit, decodeJson, emptyTree, encodeJson, parseJson, type Tree } from '../../data/index.js';
import type { Offline } from '../../node/index.js';

export interface Stored {
  /** Content-id of the yang-library that the snapshot was written under; undefined while nothing is stored. */
  readonly writtenUnder?: string;
  readonly version: number;
  /** RFC 7951 text of the snapshot. */
  readonly snapshot: string;
  /** Edits that follow the snapshot, oldest first, in RFC 7951 text. */
  readonly edits: readonly string[];
}

const RUNNING = 'running';

export async function readStored({ store }: Offline): Promise<Stored> {
  const snapshot = await store.reads
    .selectFrom('datastore_snapshot')
    .selectAll()
    .where('datastore', '=', RUNNING)
    .executeTakeFirst();
  const changes = await store.reads
    .selectFrom('datastore_change')
    .selectAll()
    .where('version', '>', snapshot?.version ?? 0)
    .orderBy('version')
    .execute();
  return {
    writtenUnder: snapshot?.content_id,
    version: changes.at(-1)?.version ?? snapshot?.version ?? 0,
    snapshot: snapshot?.content ?? '{}',
    edits: changes.map(({ edit }) => edit),
  };
}

export interface DecodeStored {
  /** Leave out nodes that the models do not know. */
  readonly onlyKnown?: true;
}

/** The content in force. @throws RpcError naming what the models do not know or whose values do not fit */
export function decodeStored({ schema }: Offline, stored: Stored, o: DecodeStored = {}): Tree {
  const options = { schema, ...o };
  const snapshot = parseJson(stored.snapshot);
  const tree =
    Object.keys(Object(snapshot)).length === 0 ? emptyTree(schema.root) : decodeJson(schema.root, snapshot, options);
  return stored.edits.reduce((before, text) => {
    const edit = decodeJson(schema.root, parseJson(text), { ...options, operations: true });
    return applyEdit(before, edit, 'none', { schema });
  }, tree);
}

/** Makes `tree` the whole content of running, stamped with the schema's content-id. */
export async function writeStored({ store, schema }: Offline, tree: Tree): Promise<void> {
  await store.transact(async (tx) => {
    const last = await tx.sql
      .selectFrom('datastore_snapshot')
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirst();
    const edited = await tx.sql
      .selectFrom('datastore_change')
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirst();
    const row = {
      version: Math.max(last?.version ?? 0, edited?.version ?? 0) + 1,
      at: new Date().toISOString(),
      content_id: schema.contentId,
      content: encodeJson(tree),
    };
    await tx.sql
      .insertInto('datastore_snapshot')
      .values({ datastore: RUNNING, ...row })
      .onConflict((conflict) => conflict.column('datastore').doUpdateSet(row))
      .execute();
    await tx.sql.deleteFrom('datastore_change').where('version', '<=', row.version).execute();
  });
}
