import { sql as text } from 'kysely';
import type { Migration } from '../store/index.js';

/** The state of a loop that survives a restart. */
export interface LoopStateTable {
  name: string;
  state: string;
  reason: string | null;
  last_outcome: string | null;
  /** JSON of `LoopCounters`. */
  counters: string;
}

/** One cycle with a conclusion. */
export interface LoopHistoryTable {
  loop: string;
  id: number;
  at: string;
  /** Null while the cycle runs. A restart that finds null recovers the cycle or marks it interrupted. */
  outcome: string | null;
  /** JSON of `CycleRecord` without outcome and time. */
  record: string;
  executed_at: string | null;
  /** Phase of the running cycle; null in older rows. */
  phase: string | null;
  /** JSON of `Memory`, with which a restart recovers the cycle; null when the loop cannot. */
  memory: string | null;
}

/** Time at which each loop last executed on each resource. */
export interface LoopResourceTable {
  resource: string;
  loop: string;
  priority: number;
  at: string;
}

/** The user that committed a loop. */
export interface LoopOwnerTable {
  loop: string;
  owner: string;
}

/** The user that last changed a loop. */
export interface LoopChangeTable {
  loop: string;
  user: string;
}

declare module '../store/database.js' {
  interface Database {
    loop_state: LoopStateTable;
    loop_history: LoopHistoryTable;
    loop_resource: LoopResourceTable;
    loop_owner: LoopOwnerTable;
    loop_change: LoopChangeTable;
  }
}

export const loopMigrations: readonly Migration[] = [
  {
    room: 'loops',
    number: 1,
    name: 'state and history of loops',
    up: async (sql) => {
      await sql.schema
        .createTable('loop_state')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('last_outcome', 'text')
        .addColumn('counters', 'text', (column) => column.notNull())
        .execute();
      await sql.schema
        .createTable('loop_history')
        .addColumn('loop', 'text', (column) => column.notNull())
        .addColumn('id', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('record', 'text', (column) => column.notNull())
        .addColumn('executed_at', 'text')
        .addPrimaryKeyConstraint('loop_history_key', ['loop', 'id'])
        .execute();
    },
  },
  {
    room: 'loops',
    number: 2,
    name: 'resources of loops, and what a restart needs to go on',
    up: async (sql) => {
      await sql.schema.alterTable('loop_history').addColumn('phase', 'text').execute();
      await sql.schema.alterTable('loop_history').addColumn('memory', 'text').execute();
      await sql.schema
        .createTable('loop_resource')
        .addColumn('resource', 'text', (column) => column.notNull())
        .addColumn('loop', 'text', (column) => column.notNull())
        .addColumn('priority', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('loop_resource_key', ['resource', 'loop'])
        .execute();
    },
  },
  {
    room: 'loops',
    number: 3,
    name: 'who committed a loop',
    up: async (sql) => {
      await sql.schema
        .createTable('loop_owner')
        .addColumn('loop', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'loops',
    number: 4,
    name: 'users that last changed loops',
    up: async (sql) => {
      await sql.schema
        .createTable('loop_change')
        .addColumn('loop', 'text', (column) => column.primaryKey().notNull())
        .addColumn('user', 'text', (column) => column.notNull())
        .modifyEnd(text`without rowid`)
        .execute();
    },
  },
];
