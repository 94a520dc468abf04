import { sql } from 'kysely';
import type { Migration } from '../../store/index.js';

/** One run. */
export interface WorkflowRunTable {
  id: string;
  run_key: string | null;
  definition: string | null;
  revision: number | null;
  /** Number of the revision that was asked for. */
  asked: number | null;
  version: string;
  digest: string;
  coordinator: string;
  initiator: string;
  /** Run, node, item and try of the step whose child it is. */
  parent: string | null;
  parent_node: string | null;
  parent_item: number | null;
  /** Number of runs above it. */
  depth: number;
  /** The task of the coordinator that it executes. */
  task: string | null;
  /** The trigger that started it, and the value of its key for this run. */
  cause: string | null;
  cause_key: string | null;
  trigger_depth: number;
  /** 1 when its initiator was no user of the node, but one that a token named. */
  guest: number;
  state: string;
  reason: string | null;
  created: string;
  ended: string | null;
  /** Milliseconds since 1970. */
  deadline: number | null;
  /** JSON object. */
  labels: string;
  /** Digest of a value. */
  input: string;
  output: string | null;
  /** JSON of `TaskError`. */
  error: string | null;
  sequence: number;
  hash: string;
  /** JSON of `Progress`. */
  progress: string;
  /** The content key of its values: the identifier of the topmost run; null: they are in clear. */
  seal: string | null;
  /** When that key was deleted; set in the topmost run. */
  shredded: string | null;
}

/** The execution of one node, or of one item of it. */
export interface WorkflowStepTable {
  run: string;
  node: string;
  item: number;
  generation: number;
  state: string;
  reason: string | null;
  /** Greatest first: seconds from its begin to the end of the run. */
  rank: number;
  /** The first of its tasks, or its child run; null for a ready step that has not been launched. */
  work: string | null;
  since: string;
  /** Milliseconds since 1970. */
  due: number | null;
  /** 1 for a ready step that waits for slots of its pools, or for a time before which it is not launched. */
  held: number;
  output: string | null;
  /** JSON of `StepDetail`. */
  detail: string;
}

/** A value of a run, by its digest. */
export interface WorkflowValueTable {
  run: string;
  digest: string;
  value: string;
  /** The data parameter that has the content of an output that is too long for expressions. */
  param: string | null;
}

/** A long output of another run that came to this one: from its parent in the input, or from a child in its output. */
export interface WorkflowPassedTable {
  run: string;
  /** The data parameter that has its content. */
  param: string;
  digest: string;
}

/** One entry of a journal. */
export interface WorkflowEventTable {
  run: string;
  sequence: number;
  /** Canonical JSON text of the entry without its hash. */
  entry: string;
  hash: string;
}

/** A signal that no wait has consumed yet, or that had a key. */
export interface WorkflowSignalTable {
  run: string;
  number: number;
  name: string;
  key: string | null;
  data: string;
  consumed: number;
}

/** The content of a graph that was given to `start`. */
export interface WorkflowGraphTable {
  digest: string;
  content: string;
}

/** A label of a run. */
export interface WorkflowLabelTable {
  run: string;
  name: string;
  value: string;
}

/** A place of a step in the line of a pool. */
export interface WorkflowPoolTable {
  /** In the order in which steps came. */
  number: number;
  pool: string;
  run: string;
  node: string;
  item: number;
  /** 1: the step has a slot; 0: it waits for one; 2: it lets others pass for a while. */
  taken: number;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_run: WorkflowRunTable;
    workflow_step: WorkflowStepTable;
    workflow_value: WorkflowValueTable;
    workflow_passed: WorkflowPassedTable;
    workflow_event: WorkflowEventTable;
    workflow_signal: WorkflowSignalTable;
    workflow_graph: WorkflowGraphTable;
    workflow_label: WorkflowLabelTable;
    workflow_pool: WorkflowPoolTable;
  }
}

const TABLES = [
  `create table workflow_run (
    id text primary key, run_key text, definition text, revision integer, version text not null, digest text not null,
    coordinator text not null, initiator text not null, parent text, parent_node text, parent_item integer,
    depth integer not null, task text, state text not null, reason text, created text not null, ended text, deadline integer,
    labels text not null, input text not null, output text, error text, sequence integer not null, hash text not null,
    progress text not null) without rowid`,
  'create unique index workflow_run_key on workflow_run (initiator, run_key) where run_key is not null',
  'create index workflow_run_definition on workflow_run (definition, id) where definition is not null',
  'create index workflow_run_initiator on workflow_run (initiator, id)',
  'create index workflow_run_deadline on workflow_run (deadline) where ended is null and deadline is not null',
  'create index workflow_run_open on workflow_run (state, id) where ended is null',
  'create index workflow_run_ended on workflow_run (ended) where ended is not null',
  'create index workflow_run_parent on workflow_run (parent) where parent is not null',
  'create index workflow_run_task on workflow_run (task) where task is not null',
  `create table workflow_step (
    run text not null, node text not null, item integer not null, generation integer not null, state text not null, reason text,
    rank real not null, work text, since text not null, due integer, held integer not null, output text, detail text not null,
    primary key (run, node, item, generation)) without rowid`,
  `create index workflow_step_ready on workflow_step (run, rank)
    where state = 'ready' and work is null and due is null and held = 0`,
  `create index workflow_step_watch on workflow_step (work) where work = 'notification'`,
  'create index workflow_step_due on workflow_step (due) where due is not null',
  `create index workflow_step_open on workflow_step (run, node, item)
    where state in ('pending', 'ready', 'executing', 'suspended')`,
  `create table workflow_value (run text not null, digest text not null, value text not null,
    primary key (run, digest)) without rowid`,
  `create table workflow_event (run text not null, sequence integer not null, entry text not null, hash text not null,
    primary key (run, sequence)) without rowid`,
  `create table workflow_signal (run text not null, number integer not null, name text not null, key text, data text not null,
    consumed integer not null, primary key (run, number)) without rowid`,
  'create table workflow_graph (digest text primary key, content text not null) without rowid',
  `create table workflow_label (run text not null, name text not null, value text not null,
    primary key (name, value, run)) without rowid`,
  'create index workflow_label_run on workflow_label (run)',
  `create table workflow_pool (number integer primary key autoincrement, pool text not null, run text not null, node text not null,
    item integer not null, taken integer not null)`,
  'create index workflow_pool_line on workflow_pool (pool, taken, number)',
  'create index workflow_pool_step on workflow_pool (run, node, item)',
  'create index workflow_revision_digest on workflow_revision (digest)',
];

export const runMigrations: readonly Migration[] = [
  {
    room: 'workflows',
    number: 2,
    name: 'runs of workflows',
    up: async (db) => {
      for (const table of TABLES) await sql.raw(table).execute(db);
    },
  },
];

/** Changes after the triggers came. */
const LATER: readonly { readonly name: string; readonly statements: readonly string[] }[] = [
  {
    name: 'long outputs are data parameters',
    statements: [
      'alter table workflow_value add column param text',
      'create index workflow_value_param on workflow_value (param) where param is not null',
    ],
  },
  {
    name: 'runs of users that only a token named',
    statements: ['alter table workflow_run add column guest integer not null default 0'],
  },
  {
    name: 'the time of ready steps',
    statements: [
      `update workflow_step set held = 1, detail = json_set(detail, '$.until', due)
        where state = 'ready' and work is null and due is not null`,
      'drop index workflow_step_ready',
      `create index workflow_step_ready on workflow_step (run, rank)
        where state = 'ready' and work is null and held = 0`,
    ],
  },
  {
    name: 'the revision that was asked for',
    statements: ['alter table workflow_run add column asked integer'],
  },
  {
    name: 'long outputs that came from other runs',
    statements: [
      `create table workflow_passed (run text not null, param text not null, digest text not null,
        primary key (run, param))`,
      'create index workflow_passed_param on workflow_passed (param)',
    ],
  },
  {
    name: 'the users who last changed definitions',
    statements: [
      'create table workflow_change (definition text not null primary key, user text not null)',
      `insert into workflow_change (definition, user)
        select definition, "by" from workflow_revision as last where "by" <> 'system'
          and number = (select max(number) from workflow_revision where definition = last.definition)`,
    ],
  },
];

/** Number of the first of them. */
const FIRST_LATER = 4;

export const laterMigrations: readonly Migration[] = LATER.map(({ name, statements }, index) => ({
  room: 'workflows',
  number: FIRST_LATER + index,
  name,
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
}));
