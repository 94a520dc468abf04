/** Rewrites the stored datastores, for migrations. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/index.js';

/** Operation of nodes without their own: 'merge' in a snapshot, 'none' in an edit. */
export type OutsideOperation = 'merge' | 'none';

/**
 * Replaces each document by the result of `rewrite`: snapshots, the edits after them, and the edit that undoes a confirmed
 * commit.
 *
 * @param rewrite returns the new RFC 7951 text, or undefined when it is unchanged
 */
export async function rewriteStored(
  sql: Kysely<Database>,
  rewrite: (text: string, outside: OutsideOperation) => string | undefined,
): Promise<void> {
  const snapshots = await sql.selectFrom('datastore_snapshot').select(['datastore', 'content']).execute();
  for (const { datastore, content: before } of snapshots) {
    const content = rewrite(before, 'merge');
    if (content !== undefined)
      await sql.updateTable('datastore_snapshot').set({ content }).where('datastore', '=', datastore).execute();
  }
  const changes = await sql.selectFrom('datastore_change').select(['version', 'edit']).execute();
  for (const { version, edit: before } of changes) {
    const edit = rewrite(before, 'none');
    if (edit !== undefined)
      await sql.updateTable('datastore_change').set({ edit }).where('version', '=', version).execute();
  }
  const points = await sql.selectFrom('datastore_restore_point').select(['id', 'edit']).execute();
  for (const { id, edit: before } of points) {
    const edit = rewrite(before, 'none');
    if (edit !== undefined)
      await sql.updateTable('datastore_restore_point').set({ edit }).where('id', '=', id).execute();
  }
}
