import type { Migration } from '../store/index.js';

/** What a loop must remember over a restart. */
export interface LoopStateTable {
  name: string;
  state: string;
  reason: string | null;
  last_outcome: string | null;
  /** JSON of `LoopCounters`. */
  counters: string;
}

/** One cycle that came to a conclusion. */
export interface LoopHistoryTable {
  loop: string;
  id: number;
  at: string;
  /** Null while the cycle is under way: a restart finds it so and marks it interrupted. */
  outcome: string | null;
  /** JSON of `CycleRecord` without outcome and time. */
  record: string;
  executed_at: string | null;
  /** Of the cycle while it is under way; null in rows of before. */
  phase: string | null;
  /** JSON of `Memory`, by which a restart goes on; null where the loop cannot. */
  memory: string | null;
}

/** When each loop last executed on each resource. */
export interface LoopResourceTable {
  resource: string;
  loop: string;
  priority: number;
  at: string;
}

/** Who committed a loop. */
export interface LoopOwnerTable {
  loop: string;
  owner: string;
}

declare module '../store/database.js' {
  interface Database {
    loop_state: LoopStateTable;
    loop_history: LoopHistoryTable;
    loop_resource: LoopResourceTable;
    loop_owner: LoopOwnerTable;
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
];
