import { sql as text } from 'kysely';
import { RENAMED_SYSTEM_USER, SYSTEM_USER } from '../../access/index.js';
import type { Migration } from '../../store/index.js';

/** The rows of tasks. Default unit of times: milliseconds since 1970. */
export interface TaskTable {
  id: string;
  task_id: string;
  from_agent: string;
  to_agent: string;
  /** The user on whose behalf it was assigned. */
  owner: string;
  state: string;
  priority: number;
  /** RFC 3339 */
  created: string;
  /** RFC 3339 */
  changed: string;
  /** Counts the changes of the row: compare-and-set. */
  version: number;
  /** Number of the last event. */
  sequence: number;
  attempt: number;
  /** Time until which its executor may be silent; null without a lease. */
  lease_expires: number | null;
  deadline: number | null;
  /** Its place in the queue, counted by `Places`; set while it is accepted. */
  place: number | null;
  /** Time by `steadyTime` until which a repeated attempt waits; null when it need not wait. */
  not_before: number | null;
  /** Time at which the state became final; null before. */
  ended: number | null;
  /** The task of which it is a part. */
  parent: string | null;
  /** Number of times that the process of the node died while it executed the task. */
  deaths: number;
  /** `TaskDocument` as JSON. */
  document: string;
}

export interface TaskEventTable {
  task: string;
  sequence: number;
  /** RFC 3339 */
  at: string;
  state: string;
  percent: number | null;
  note: string | null;
  by_whom: string | null;
}

/** The outcome of a finished step of a hosted agent's run. */
export interface TaskStepTable {
  task: string;
  name: string;
  /** JSON */
  value: string;
}

/** The last message that a user wrote to `irtf-agent:tasks`, for each endpoint that shows it. */
export interface TaskMessageTable {
  user: string;
  /** The agent whose endpoint shows it; empty for the endpoint of the node. */
  agent: string;
  task: string | null;
  /** RFC 7951 value as JSON. */
  message: string;
}

/** One row: the key that signs reports, made at the first start. */
export interface TaskSigningKeyTable {
  id: number;
  /** PKCS #8 in PEM, sealed. A key of an earlier version is in clear until it is first opened. */
  private_key: string;
}

/** One row while autonomous execution is halted. */
export interface TaskHaltTable {
  id: number;
  reason: string | null;
  by_whom: string;
  /** RFC 3339 */
  at: string;
}

/** One row when the last process has stopped its tasks itself; deleted when the next process starts. */
export interface TaskCleanStopTable {
  id: number;
}

/** Users with a task that the agent got in its current round (see `TaskQueue`). */
export interface TaskRoundTable {
  agent: string;
  owner: string;
}

/** An unfinished task that ends when its authority does, or the trust domain that executes it is closed. */
export interface TaskAuthorityTable {
  task: string;
  /** When its authority ends unless it is prolonged; null: by revocation only. */
  ends: number | null;
}

declare module '../../store/database.js' {
  interface Database {
    task: TaskTable;
    task_event: TaskEventTable;
    task_step: TaskStepTable;
    task_message: TaskMessageTable;
    task_halt: TaskHaltTable;
    task_signing_key: TaskSigningKeyTable;
    task_round: TaskRoundTable;
    task_clean_stop: TaskCleanStopTable;
    task_authority: TaskAuthorityTable;
  }
}

export const taskMigrations: readonly Migration[] = [
  {
    room: 'tasks',
    number: 1,
    name: 'tasks, their events, steps and messages',
    up: async (sql) => {
      await sql.schema
        .createTable('task')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('task_id', 'text', (column) => column.notNull())
        .addColumn('from_agent', 'text', (column) => column.notNull())
        .addColumn('to_agent', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('priority', 'integer', (column) => column.notNull())
        .addColumn('created', 'text', (column) => column.notNull())
        .addColumn('changed', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('sequence', 'integer', (column) => column.notNull())
        .addColumn('attempt', 'integer', (column) => column.notNull())
        .addColumn('lease_expires', 'integer')
        .addColumn('deadline', 'integer')
        .addColumn('document', 'text', (column) => column.notNull())
        .addUniqueConstraint('task_key', ['from_agent', 'task_id'])
        .execute();
      await sql.schema.createIndex('task_queue').on('task').columns(['to_agent', 'state', 'priority', 'id']).execute();
      await sql.schema.createIndex('task_state').on('task').columns(['state', 'id']).execute();
      await sql.schema.createIndex('task_from').on('task').columns(['from_agent', 'id']).execute();
      await sql.schema.createIndex('task_to').on('task').columns(['to_agent', 'id']).execute();
      await sql.schema.createIndex('task_owner').on('task').columns(['owner', 'id']).execute();
      await sql.schema
        .createIndex('task_lease')
        .on('task')
        .column('lease_expires')
        .where('lease_expires', 'is not', null)
        .execute();
      await sql.schema
        .createIndex('task_deadline')
        .on('task')
        .column('deadline')
        .where('deadline', 'is not', null)
        .execute();
      await sql.schema
        .createTable('task_event')
        .addColumn('task', 'text', (column) => column.notNull())
        .addColumn('sequence', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('percent', 'integer')
        .addColumn('note', 'text')
        .addColumn('by_whom', 'text')
        .addPrimaryKeyConstraint('task_event_key', ['task', 'sequence'])
        .execute();
      await sql.schema
        .createTable('task_step')
        .addColumn('task', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('task_step_key', ['task', 'name'])
        .execute();
      await sql.schema
        .createTable('task_message')
        .addColumn('user', 'text', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .addColumn('task', 'text')
        .addColumn('message', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('task_message_key', ['user', 'agent'])
        .execute();
      await sql.schema
        .createTable('task_halt')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('reason', 'text')
        .addColumn('by_whom', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'tasks',
    number: 2,
    name: 'queue, end and parts of tasks; events and steps by key; signing key',
    up: async (sql) => {
      await sql.schema.alterTable('task').addColumn('queued', 'integer').execute();
      await sql.schema.alterTable('task').addColumn('ended', 'integer').execute();
      await sql.schema.alterTable('task').addColumn('parent', 'text').execute();
      const final = ['completed', 'failed', 'canceled', 'rejected'];
      const changed = text<number>`cast(strftime('%s', changed) as integer) * 1000`;
      await sql.updateTable('task').set({ ended: changed }).where('state', 'in', final).execute();
      await text`update task set queued = ${changed} where state = 'accepted'`.execute(sql);
      // Ended tasks are not in these indexes, so that the indexes stay small.
      for (const name of ['task_queue', 'task_state', 'task_from']) await sql.schema.dropIndex(name).execute();
      await sql.schema
        .createIndex('task_queue')
        .on('task')
        .columns(['to_agent', 'state', 'priority', 'id'])
        .where(text<boolean>`ended is null`)
        .execute();
      await sql.schema
        .createIndex('task_state')
        .on('task')
        .columns(['state', 'id'])
        .where(text<boolean>`ended is null`)
        .execute();
      await sql.schema
        .createIndex('task_due')
        .on('task')
        .column('queued')
        .where(text<boolean>`queued is not null and attempt > 0 and ended is null`)
        .execute();
      await sql.schema.createIndex('task_ended').on('task').column('ended').where('ended', 'is not', null).execute();
      await sql.schema.createIndex('task_parent').on('task').column('parent').where('parent', 'is not', null).execute();
      await sql.schema
        .createTable('task_event_by_key')
        .addColumn('task', 'text', (column) => column.notNull())
        .addColumn('sequence', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('percent', 'integer')
        .addColumn('note', 'text')
        .addColumn('by_whom', 'text')
        .addPrimaryKeyConstraint('task_event_by_key_key', ['task', 'sequence'])
        .modifyEnd(text`without rowid`)
        .execute();
      await text`insert into task_event_by_key select task, sequence, at, state, percent, note, by_whom from task_event`.execute(
        sql,
      );
      await sql.schema.dropTable('task_event').execute();
      await sql.schema.alterTable('task_event_by_key').renameTo('task_event').execute();
      await sql.schema
        .createTable('task_step_by_key')
        .addColumn('task', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('task_step_by_key_key', ['task', 'name'])
        .modifyEnd(text`without rowid`)
        .execute();
      await text`insert into task_step_by_key select task, name, value from task_step`.execute(sql);
      await sql.schema.dropTable('task_step').execute();
      await sql.schema.alterTable('task_step_by_key').renameTo('task_step').execute();
      await sql.schema
        .createTable('task_signing_key')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('private_key', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'tasks',
    number: 3,
    name: 'one index for states and queues',
    up: async (sql) => {
      for (const name of ['task_queue', 'task_state']) await sql.schema.dropIndex(name).execute();
      await sql.schema
        .createIndex('task_queue')
        .on('task')
        .columns(['state', 'to_agent', 'priority', 'id'])
        .where(text<boolean>`ended is null`)
        .execute();
    },
  },
  {
    room: 'tasks',
    number: 4,
    name: 'queues in the order of waiting',
    up: async (sql) => {
      await sql.schema.dropIndex('task_queue').execute();
      await sql.schema
        .createIndex('task_queue')
        .on('task')
        .columns(['state', 'to_agent', 'priority desc', 'queued', 'id'])
        .where(text<boolean>`ended is null`)
        .execute();
    },
  },
  {
    room: 'tasks',
    number: 5,
    name: 'queues in a counted order, whatever the clock says',
    up: async (sql) => {
      for (const name of ['task_queue', 'task_due']) await sql.schema.dropIndex(name).execute();
      await sql.schema.alterTable('task').renameColumn('queued', 'place').execute();
      await sql.schema.alterTable('task').addColumn('not_before', 'bigint').execute();
      // The former times serve as places in the same order. Places that are counted from now on come after them.
      const waiting = sql.updateTable('task').where('place', 'is not', null).where('attempt', '>', 0);
      await waiting.set(({ ref }) => ({ not_before: ref('place') })).execute();
      await sql.schema
        .createIndex('task_queue')
        .on('task')
        .columns(['state', 'to_agent', 'priority desc', 'place', 'id', 'not_before'])
        .where(text<boolean>`ended is null`)
        .execute();
      await sql.schema
        .createIndex('task_due')
        .on('task')
        .column('not_before')
        .where('not_before', 'is not', null)
        .execute();
    },
  },
  {
    room: 'tasks',
    number: 6,
    name: 'agents of older rows, whose owners nobody noted',
    up: async (sql) => {
      const named = [
        ['task', 'from_agent'],
        ['task', 'to_agent'],
        ['context_item', 'from_agent'],
        ['context_item', 'to_agent'],
        ['data_param_reader', 'agent'],
      ] as const;
      for (const [table, column] of named) {
        await text`insert into agent_incarnation (agent, number, began, owners, present)
          select distinct ${text.ref(column)}, 1, 0, null, 0 from ${text.table(table)} where true on conflict do nothing`.execute(
          sql,
        );
      }
    },
  },
  {
    room: 'tasks',
    number: 7,
    name: 'no user has the name of the node',
    up: async (sql) => {
      await sql.updateTable('task').set({ owner: RENAMED_SYSTEM_USER }).where('owner', '=', SYSTEM_USER).execute();
    },
  },
  {
    room: 'tasks',
    number: 8,
    name: 'a line for each user who assigns, and their turns',
    up: async (sql) => {
      await sql.schema.dropIndex('task_queue').execute();
      await sql.schema
        .createIndex('task_queue')
        .on('task')
        .columns(['state', 'to_agent', 'owner', 'priority desc', 'place', 'id', 'not_before'])
        .where(text<boolean>`ended is null`)
        .execute();
      await sql.schema
        .createTable('task_round')
        .addColumn('agent', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('task_round_key', ['agent', 'owner'])
        .execute();
    },
  },
  {
    room: 'tasks',
    number: 9,
    name: 'deaths of the process while it executed a task',
    up: async (sql) => {
      await sql.schema
        .alterTable('task')
        .addColumn('deaths', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql.schema
        .createTable('task_clean_stop')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .execute();
      // Earlier versions did not store how they ended.
      await text`insert into task_clean_stop (id) values (1)`.execute(sql);
    },
  },
  {
    room: 'tasks',
    number: 10,
    name: 'tasks that end with their authority',
    up: async (sql) => {
      await sql.schema
        .createTable('task_authority')
        .addColumn('task', 'text', (column) => column.primaryKey())
        .addColumn('ends', 'integer')
        .execute();
      await sql.schema.createIndex('task_authority_ends').on('task_authority').column('ends').execute();
      await text`insert into task_authority (task) select id from task
        where ended is null and json_extract(document, '$.authority') is not null`.execute(sql);
    },
  },
];
