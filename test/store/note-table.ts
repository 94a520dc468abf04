/** A table for the tests of the store. */
import type { Migration, Store, Tx } from '../../src/store/index.js';

declare module '../../src/store/database.js' {
  interface Database {
    test_note: { readonly id: number; readonly text: string | null; readonly bytes: Uint8Array | null };
  }
}

export const noteMigration: Migration = {
  room: 'test',
  number: 1,
  name: 'notes',
  async up(sql) {
    await sql.schema
      .createTable('test_note')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('text', 'text')
      .addColumn('bytes', 'blob')
      .execute();
  },
};

export async function note(tx: Tx, id: number, text: string | null = null): Promise<void> {
  await tx.sql.insertInto('test_note').values({ id, text, bytes: null }).execute();
}

export async function noteIds(store: Store): Promise<number[]> {
  const rows = await store.reads.selectFrom('test_note').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}
