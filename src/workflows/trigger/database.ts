import { sql } from 'kysely';
import type { Migration } from '../../store/index.js';

/** How far a trigger has come. */
export interface WorkflowTriggerTable {
  name: string;
  /** Another one after each commit that changes the trigger. */
  edit: string;
  /** The user whose commit last changed it. */
  owner: string;
  /** The next time of a schedule, in milliseconds since 1970; null: there is none. */
  next: number | null;
  /** Number of the last event that was handled; null: the oldest event comes first. */
  cursor: number | null;
  /** When it last started a run, as yang:date-and-time. */
  fired: string | null;
  missed: number;
  /** Why it last missed, if it was told and no run has started since. */
  told: string | null;
}

/** An occasion that waits until the runs before it have ended. */
export interface WorkflowTriggerWaitingTable {
  /** In the order in which they came. */
  number: number;
  name: string;
  /** Value of the key of the trigger. */
  value: string;
  /** JSON of `Occasion`. */
  occasion: string;
}

/** When a trigger with a rate limit started runs, in milliseconds since 1970. */
export interface WorkflowTriggerStartTable {
  name: string;
  at: number;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_trigger: WorkflowTriggerTable;
    workflow_trigger_waiting: WorkflowTriggerWaitingTable;
    workflow_trigger_start: WorkflowTriggerStartTable;
  }
}

const TABLES = [
  `create table workflow_trigger (name text primary key, edit text not null, owner text not null, next integer, cursor integer,
    fired text, missed integer not null, told text) without rowid`,
  'create index workflow_trigger_next on workflow_trigger (next) where next is not null',
  `create table workflow_trigger_waiting (number integer primary key autoincrement, name text not null, value text not null,
    occasion text not null)`,
  'create index workflow_trigger_line on workflow_trigger_waiting (name, value, number)',
  'create table workflow_trigger_start (name text not null, at integer not null)',
  'create index workflow_trigger_rate on workflow_trigger_start (name, at)',
  'alter table workflow_run add column cause text',
  'alter table workflow_run add column cause_key text',
  'alter table workflow_run add column trigger_depth integer not null default 0',
  'create index workflow_run_cause on workflow_run (cause, cause_key) where cause is not null and ended is null',
];

export const triggerMigrations: readonly Migration[] = [
  {
    room: 'workflows',
    number: 3,
    name: 'triggers of workflows, and the runs that they start',
    up: async (db) => {
      for (const table of TABLES) await sql.raw(table).execute(db);
    },
  },
];
