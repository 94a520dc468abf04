/**
 * The content that running returns to unless a confirmed commit is confirmed (RFC 6241 §8.4). The store keeps it as the edit
 * from the current to the former content, rewritten in the transaction of every change.
 */
import { encodeJson, type Tree } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';
import type { EditedTarget } from './edited-targets.js';

const ONLY = 1;
/** Maximum number of stored instance-identifiers of lost changes; a report names no more. */
const MAX_LOST = 100;

/** The content that running returns to, and the later changes that do not fit it. */
export interface RestorePoint {
  readonly tree: Tree;
  /** Targets of changes that were to stay but do not fit `tree`: they are lost when running returns to it. */
  readonly lost: readonly string[];
}

/** A restore point as stored. */
export interface StoredRestorePoint {
  /** The edit to the former content, in RFC 7951 text. */
  readonly edit: string;
  readonly lost: readonly string[];
}

/** Returns the stored restore point; undefined when no confirmed commit is pending. */
export async function readRestorePoint(store: Store): Promise<StoredRestorePoint | undefined> {
  const row = await store.reads.selectFrom('datastore_restore_point').select(['edit', 'lost']).executeTakeFirst();
  return row && { edit: row.edit, lost: textsIn(row.lost) };
}

/** Adds targets that the restore point cannot keep. */
export function losing({ tree, lost }: RestorePoint, edited: readonly EditedTarget[]): RestorePoint {
  const targets = edited.map(({ target }) => target);
  return { tree, lost: [...new Set([...lost, ...targets])].slice(0, MAX_LOST) };
}

/** @param back the edit from the current content to the former one */
export async function writeRestorePoint(tx: Tx, back: Tree, lost: readonly string[]): Promise<void> {
  const row = { at: new Date().toISOString(), edit: encodeJson(back), lost: JSON.stringify(lost) };
  await tx.sql
    .insertInto('datastore_restore_point')
    .values({ id: ONLY, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function clearRestorePoint(tx: Tx): Promise<void> {
  await tx.sql.deleteFrom('datastore_restore_point').execute();
}

function textsIn(stored: string | null): readonly string[] {
  const value: unknown = stored === null ? [] : JSON.parse(stored);
  return Array.isArray(value) ? value.map(String) : [];
}
