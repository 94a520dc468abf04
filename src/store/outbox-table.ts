/** The table of the outbox: one row for each effect that has not happened yet, or that was given up. */
import type { Generated } from 'kysely';
import type { Migration } from './migrations.js';

export interface OutboxTable {
  /** The order in which jobs were handed in. */
  readonly sequence: Generated<number>;
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** JSON */
  readonly payload: string;
  readonly created: string;
  readonly state: 'ready' | 'dead';
  /** How often it has been tried, the attempt under way included. */
  readonly attempt: number;
  /** Not tried before (milliseconds since 1970). */
  readonly due: number;
  readonly node: string;
  /** The run of the node that tries it now; null when none does. */
  readonly holder: string | null;
  /** Until when the holder may be believed to be at it (milliseconds since 1970). */
  readonly lease: number;
  readonly error: string | null;
}

declare module './database.js' {
  interface Database {
    outbox: OutboxTable;
  }
}

export const outboxMigration: Migration = {
  room: 'store',
  number: 2,
  name: 'outbox',
  async up(sql) {
    await sql.schema
      .createTable('outbox')
      .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('created', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('due', 'integer', (column) => column.notNull())
      .addColumn('node', 'text', (column) => column.notNull())
      .addColumn('holder', 'text')
      .addColumn('lease', 'integer', (column) => column.notNull())
      .addColumn('error', 'text')
      .execute();
    await sql.schema.createIndex('outbox_due').on('outbox').columns(['state', 'kind', 'due']).execute();
    await sql.schema.createIndex('outbox_key').on('outbox').columns(['kind', 'key', 'sequence']).execute();
  },
};
