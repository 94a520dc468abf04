import { sql } from 'kysely';
import type { Migration } from '../../store/index.js';

/** A checkpoint of a run, except the first one, which follows from the run itself. */
export interface WorkflowCheckpointTable {
  run: string;
  /** In the order of the run, from 2. */
  number: number;
  type: string;
  at: string;
  /** Number and hash of the last event before it. */
  sequence: number;
  hash: string;
  label: string | null;
  /** JSON array of texts. */
  reference: string;
  by: string;
  /** Protected header and signature of the compact JWS, with two dots between them: its payload follows from the rest. */
  signature: string;
  /** 1 once the run was rolled back to it: it is kept. */
  used: number;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_checkpoint: WorkflowCheckpointTable;
  }
}

export const checkpointMigrations: readonly Migration[] = [
  {
    room: 'workflows',
    number: 10,
    name: 'checkpoints of runs',
    up: async (db) => {
      await sql
        .raw(
          `create table workflow_checkpoint (run text not null, number integer not null, type text not null, at text not null,
            sequence integer not null, hash text not null, label text, reference text not null, by text not null,
            signature text not null, used integer not null, primary key (run, number)) without rowid`,
        )
        .execute(db);
    },
  },
];
