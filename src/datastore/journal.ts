/**
 * How running is kept: a snapshot and the edits since. An edit costs a row of its own size, whatever the size of
 * the datastore; a new snapshot is taken when the edits have grown past the last one.
 */
import { encodeJson, RpcError, type Tree, validate } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { decodeStored, readStored, type Version, writeSnapshot } from './stored.js';

const SMALLEST_JOURNAL = 1 << 20;
const APPEND = 'insert into datastore_change (version, at, edit) values (?, ?, ?)';

export class Journal {
  #journalBytes = 0;
  #snapshotBytes = 0;

  private constructor(private readonly schema: Schema) {}

  /**
   * Opens the journal and reads what it holds: the latest version, a confirmed commit that is pending included.
   *
   * @throws RpcError when the stored content is not valid under `schema` (models have changed since it was written).
   */
  static async open(store: Store, schema: Schema): Promise<{ journal: Journal; tree: Tree; version: Version }> {
    const stored = await readStored(store);
    const tree = decodeStored(schema, { ...stored, back: undefined });
    // Whatever the content-id says: a module may have changed without a new revision.
    validate(tree, { schema, type: 'config' });
    const journal = new Journal(schema);
    journal.#snapshotBytes = stored.snapshot?.length ?? 0;
    journal.#journalBytes = stored.edits.reduce((sum, edit) => sum + edit.length, 0);
    return { journal, tree, version: stored.version };
  }

  /** Writes `step`, the edit that leads to `after`, as version `version.number`. */
  async write(tx: Tx, step: Tree, after: Tree, version: Version): Promise<void> {
    const edit = encodeJson(step);
    await tx.change(APPEND, [version.number, version.at, edit]);
    this.#journalBytes += edit.length;
    if (version.number > 1 && this.#journalBytes < Math.max(SMALLEST_JOURNAL, this.#snapshotBytes)) return;
    this.#snapshotBytes = await writeSnapshot(tx, this.schema, 'running', after, version);
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
