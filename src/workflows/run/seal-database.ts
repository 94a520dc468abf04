import { sql } from 'kysely';
import type { Migration } from '../../store/index.js';

const STATEMENTS = [
  'alter table workflow_run add column seal text',
  'alter table workflow_run add column shredded text',
  `create index workflow_run_sealed on workflow_run (ended)
    where seal = id and shredded is null and state = 'completed'`,
];

export const sealMigrations: readonly Migration[] = [
  {
    room: 'workflows',
    number: 13,
    name: 'sealed runs',
    up: async (db) => {
      for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    },
  },
];
