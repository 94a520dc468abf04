/** The table of the outbox: one row per job that is not done yet, or that was given up. */
import type { Generated } from 'kysely';
import type { Migration } from './migrations.js';

export interface OutboxTable {
  /** Order in which jobs were added. */
  readonly sequence: Generated<number>;
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** JSON */
  readonly payload: string;
  readonly created: string;
  readonly state: 'ready' | 'dead';
  /** Number of attempts, the current one included. */
  readonly attempt: number;
  /** Not attempted before this time (milliseconds since 1970). */
  readonly due: number;
  readonly node: string;
  /** The run of the node that executes it now; null when none does. */
  readonly holder: string | null;
  /** Time until which the holder's claim is valid (milliseconds since 1970). */
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
