/** Rewriting what is stored of the datastores, for a migration. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/index.js';

/** The operation of nodes for which a document says none: a snapshot is there as it is, an edit changes what it says. */
export type OutsideOperation = 'merge' | 'none';

/**
 * Puts what `rewrite` makes of it in the place of each document: of snapshots, of the edits that follow them and of the edit
 * that undoes a confirmed commit.
 *
 * @param rewrite gives the RFC 7951 text anew, or undefined where it stays
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
