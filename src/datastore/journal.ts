/**
 * Storage of running: a snapshot and the edits since. An edit costs a row of its own size, whatever the size of the
 * datastore. A new snapshot is taken when the edits have grown larger than the last one.
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
   * Opens the journal and reads its latest version, including a pending confirmed commit.
   *
   * @throws RpcError when the stored content is not valid under `schema` (models have changed since it was written).
   */
  static async open(store: Store, schema: Schema): Promise<{ journal: Journal; tree: Tree; version: Version }> {
    const stored = await readStored(store);
    const tree = decodeStored(schema, { ...stored, back: undefined });
    // Validates even when the content-id is equal: a module may have changed without a new revision.
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
   * Takes a snapshot when the edits have grown larger than the last one. Changes continue meanwhile. A snapshot that
   * cannot be stored is dropped: the edits are still stored, and the next change tries again.
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
      // The next change reports a full disk or a closing store.
    } finally {
      this.#isCompacting = false;
    }
  }

  /** True when a snapshot is due. The first content gets one at once, which names the models it was written under. */
  private isLong(): boolean {
    if (this.#snapshotBytes === 0) return true;
    return this.#journalBytes >= Math.max(SMALLEST_JOURNAL, this.#snapshotBytes);
  }
}

/** Returns the error for the operator when the stored configuration does not fit the models. */
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
