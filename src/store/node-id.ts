/** The identity of the node, made once and stored with its data. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './database.js';
import type { Migration } from './migrations.js';

export interface NodeTable {
  readonly id: string;
  readonly created: string;
}

declare module './database.js' {
  interface Database {
    store_node: NodeTable;
  }
}

export const nodeMigration: Migration = {
  room: 'store',
  number: 1,
  name: 'node identity',
  async up(sql) {
    await sql.schema
      .createTable('store_node')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('created', 'text', (column) => column.notNull())
      .execute();
    await sql.insertInto('store_node').values({ id: randomUUID(), created: new Date().toISOString() }).execute();
  },
};

export async function readNodeId(sql: Kysely<Database>): Promise<string> {
  const row = await sql.selectFrom('store_node').select('id').executeTakeFirstOrThrow();
  return row.id;
}
