import { sql } from 'kysely';
import type { Migration } from '../../store/index.js';

/** A way back of a run to a checkpoint. */
export interface WorkflowRollbackTable {
  run: string;
  number: number;
  checkpoint: number;
  reason: string | null;
  ending: string;
  by: string;
  at: string;
  state: string;
}

/** The answer of an agent that took part in a step. */
export interface WorkflowAcknowledgementTable {
  run: string;
  number: number;
  agent: string;
  node: string;
  item: number;
  generation: number;
  state: string;
  at: string;
  note: string | null;
  /** JSON array of texts. */
  released: string | null;
  /** The task that asks, or the child run. */
  task: string | null;
  /** How often it was asked. */
  asked: number;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_rollback: WorkflowRollbackTable;
    workflow_acknowledgement: WorkflowAcknowledgementTable;
  }
}

const TABLES = [
  `create table workflow_rollback (run text not null, number integer not null, checkpoint integer not null, reason text,
    ending text not null, by text not null, at text not null, state text not null, primary key (run, number)) without rowid`,
  `create table workflow_acknowledgement (run text not null, number integer not null, agent text not null, node text not null,
    item integer not null, generation integer not null, state text not null, at text not null, note text, released text,
    task text, asked integer not null, primary key (run, number, agent, node, item)) without rowid`,
  `create index workflow_acknowledgement_open on workflow_acknowledgement (run, number)
    where state in ('pending', 'refused', 'expired')`,
];

export const rollbackMigrations: readonly Migration[] = [
  {
    room: 'workflows',
    number: 12,
    name: 'ways back of runs',
    up: async (db) => {
      for (const table of TABLES) await sql.raw(table).execute(db);
    },
  },
];
