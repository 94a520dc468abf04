/**
 * How running is kept: a snapshot and the edits since. An edit costs a row of its own size, whatever the size of
 * the datastore; a new snapshot is taken when the edits have grown past the last one.
 */
import { RpcError, type Tree, validate } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { decodeStored, readStored, type Version, writeSnapshot } from './stored.js';
import { textOf } from './whole.js';

const SMALLEST_JOURNAL = 1 << 20;
const APPEND = 'insert into datastore_change (version, at, edit) values (?, ?, ?)';

/** A change as it is stored: the edit, and the content it leads to where the edits have become long. */
export interface JournalRecord {
  readonly step: string;
  readonly snapshot?: string;
}

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

  /** The texts to be stored of `edit`, which leads to `after` as version `version`. */
  async record(edit: Tree, after: Tree, version: number): Promise<JournalRecord> {
    const step = await textOf(edit);
    const isLong = this.#journalBytes + step.length >= Math.max(SMALLEST_JOURNAL, this.#snapshotBytes);
    return { step, snapshot: version <= 1 || isLong ? await textOf(after) : undefined };
  }

  /** Writes what leads to version `version.number`. */
  async write(tx: Tx, { step, snapshot }: JournalRecord, version: Version): Promise<void> {
    await tx.change(APPEND, [version.number, version.at, step]);
    this.#journalBytes += step.length;
    if (snapshot === undefined) return;
    await writeSnapshot(tx, this.schema, 'running', snapshot, version);
    this.#snapshotBytes = snapshot.length;
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
