/**
 * How running is kept: a snapshot and the edits since. An edit costs a row of its own size, whatever the size of
 * the datastore; a new snapshot is taken when the edits have grown past the last one.
 */
import {
  applyEdit,
  decodeJson,
  diff,
  emptyTree,
  encodeJson,
  parseJson,
  RpcError,
  type Tree,
  validate,
} from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';

const RUNNING = 'running';
const SMALLEST_JOURNAL = 1 << 20;

export interface Version {
  readonly number: number;
  readonly at: string;
}

export class Journal {
  #journalBytes = 0;
  #snapshotBytes = 0;

  private constructor(
    private readonly store: Store,
    private readonly schema: Schema,
  ) {}

  /**
   * Opens the journal and reads what it holds.
   *
   * @throws RpcError when the stored content is not valid under `schema` (models have changed since it was written).
   */
  static async open(store: Store, schema: Schema): Promise<{ journal: Journal; tree: Tree; version: Version }> {
    const journal = new Journal(store, schema);
    const { tree, version } = await journal.load();
    return { journal, tree, version };
  }

  private async load(): Promise<{ tree: Tree; version: Version }> {
    const snapshot = await this.store.reads
      .selectFrom('datastore_snapshot')
      .selectAll()
      .where('datastore', '=', RUNNING)
      .executeTakeFirst();
    let tree = snapshot ? this.decode(snapshot.content) : emptyTree(this.schema.root);
    let version: Version = { number: snapshot?.version ?? 0, at: snapshot?.at ?? new Date().toISOString() };
    this.#snapshotBytes = snapshot?.content.length ?? 0;
    const changes = await this.store.reads
      .selectFrom('datastore_change')
      .selectAll()
      .where('version', '>', version.number)
      .orderBy('version')
      .execute();
    for (const change of changes) {
      const edit = decodeJson(this.schema.root, parseJson(change.edit), { schema: this.schema, operations: true });
      tree = applyEdit(tree, edit, 'none', { schema: this.schema });
      version = { number: change.version, at: change.at };
      this.#journalBytes += change.edit.length;
    }
    // Whatever the content-id says: a module may have changed without a new revision.
    validate(tree, { schema: this.schema, type: 'config' });
    return { tree, version };
  }

  private decode(content: string): Tree {
    return decodeJson(this.schema.root, parseJson(content), { schema: this.schema, config: 'only' });
  }

  /** Writes the step from `before` to `after` as version `version.number`. */
  async write(tx: Tx, before: Tree, after: Tree, version: Version): Promise<void> {
    const edit = encodeJson(diff(before, after));
    await tx.sql.insertInto('datastore_change').values({ version: version.number, at: version.at, edit }).execute();
    this.#journalBytes += edit.length;
    if (version.number > 1 && this.#journalBytes < Math.max(SMALLEST_JOURNAL, this.#snapshotBytes)) return;
    await this.snapshot(tx, after, version);
  }

  private async snapshot(tx: Tx, tree: Tree, version: Version): Promise<void> {
    const row = {
      version: version.number,
      at: version.at,
      content_id: this.schema.contentId,
      content: encodeJson(tree),
    };
    await tx.sql
      .insertInto('datastore_snapshot')
      .values({ datastore: RUNNING, ...row })
      .onConflict((conflict) => conflict.column('datastore').doUpdateSet(row))
      .execute();
    await tx.sql.deleteFrom('datastore_change').where('version', '<=', version.number).execute();
    this.#snapshotBytes = row.content.length;
    this.#journalBytes = 0;
  }
}

/** Turns "the stored configuration does not fit these models" into words for the operator. */
export function describeUnfit(error: unknown): Error {
  const detail =
    error instanceof RpcError
      ? error.all.map((each) => `  ${each.path ?? '/'}: ${each.message}`).join('\n')
      : String(error);
  return new Error(
    `The stored configuration is not valid under the models served now:\n${detail}\n` +
      'Start with the models it was written under, or move it with "yangent data export", a correction, and "yangent data import".',
    { cause: error },
  );
}
