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

export class Journal {
  #journalBytes = 0;
  #snapshotBytes = 0;
  #isCompacting = false;

  private constructor(
    private readonly store: Store,
    private readonly schema: Schema,
  ) {}

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
    const journal = new Journal(store, schema);
    journal.#snapshotBytes = stored.snapshot?.length ?? 0;
    journal.#journalBytes = stored.edits.reduce((sum, edit) => sum + edit.length, 0);
    return { journal, tree, version: stored.version };
  }

  /** Writes the edit that leads to version `version.number`. @param edit RFC 7951 text */
  async write(tx: Tx, edit: string, version: Version): Promise<void> {
    await tx.change(APPEND, [version.number, version.at, edit]);
    this.#journalBytes += edit.length;
  }

  /**
   * Takes a snapshot when the edits have grown past the last one, while changes go on. One that cannot be stored is given up:
   * the edits are still there, and the next change tries again.
   *
   * @param tree the content of version `version`, durable
   */
  async compact(tree: Tree, version: Version): Promise<void> {
    if (this.#isCompacting || !this.isLong()) return;
    this.#isCompacting = true;
    const covered = this.#journalBytes;
    try {
      const snapshot = await textOf(tree);
      await this.store.transact((tx) => writeSnapshot(tx, this.schema, 'running', snapshot, version));
      this.#snapshotBytes = snapshot.length;
      this.#journalBytes -= covered;
    } catch {
      // Of a full disk or a closing store the change that comes next is told.
    } finally {
      this.#isCompacting = false;
    }
  }

  /** The first content becomes a snapshot at once: it names the models that it was written under. */
  private isLong(): boolean {
    if (this.#snapshotBytes === 0) return true;
    return this.#journalBytes >= Math.max(SMALLEST_JOURNAL, this.#snapshotBytes);
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
