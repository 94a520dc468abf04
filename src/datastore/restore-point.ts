/**
 * What running goes back to unless a confirmed commit is confirmed (RFC 6241 §8.4): kept in the store as the edit that leads
 * from the content now to the content before, rewritten in the transaction of every change.
 */
import { encodeJson, type Tree } from '../data/index.js';
import type { Store, Tx } from '../store/index.js';

const ONLY = 1;

/** The edit back, in RFC 7951 text; undefined when no confirmed commit is pending. */
export async function readRestorePoint(store: Store): Promise<string | undefined> {
  const row = await store.reads.selectFrom('datastore_restore_point').select('edit').executeTakeFirst();
  return row?.edit;
}

export async function writeRestorePoint(tx: Tx, back: Tree): Promise<void> {
  const row = { at: new Date().toISOString(), edit: encodeJson(back) };
  await tx.sql
    .insertInto('datastore_restore_point')
    .values({ id: ONLY, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function clearRestorePoint(tx: Tx): Promise<void> {
  await tx.sql.deleteFrom('datastore_restore_point').execute();
}
