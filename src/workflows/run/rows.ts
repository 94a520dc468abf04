/** The rows of runs, and of what belongs to them. */
import type { ContentKeys } from '../../keys/index.js';
import type { Queries, Store, Tx } from '../../store/index.js';
import type { WorkflowRunTable, WorkflowStepTable } from './database.js';
import { GateRows } from './gate-rows.js';
import { JournalRows } from './journal-rows.js';
import { Recent } from './recent.js';
import type { Cause, RunRecord, StepRecord } from './record.js';
import { ReferenceRows } from './reference-rows.js';
import { runOf, runRow, stepOf } from './row.js';
import { SignalRows } from './signal-rows.js';
import { StepRows } from './step-rows.js';
import { ValueRows } from './value-rows.js';

const RUN_COLUMNS = [
  'id',
  'run_key',
  'definition',
  'revision',
  'asked',
  'version',
  'digest',
  'coordinator',
  'initiator',
  'parent',
  'parent_node',
  'parent_item',
  'depth',
  'task',
  'cause',
  'cause_key',
  'trigger_depth',
  'guest',
  'state',
  'reason',
  'created',
  'ended',
  'deadline',
  'labels',
  'input',
  'output',
  'error',
  'sequence',
  'hash',
  'progress',
  'seal',
  'shredded',
] as const satisfies readonly (keyof WorkflowRunTable)[];

/** Columns that change after a run was made. */
const CHANGING = [
  'revision',
  'version',
  'digest',
  'state',
  'reason',
  'ended',
  'deadline',
  'output',
  'error',
  'sequence',
  'hash',
  'progress',
  'shredded',
] as const satisfies readonly (keyof WorkflowRunTable)[];

const INSERT_RUN = `insert into workflow_run (${RUN_COLUMNS.join(', ')}) values (${RUN_COLUMNS.map(() => '?').join(', ')})`;
/** True for a run of whose key no other run has need: one that it called may still end, with nodes of `finally`. */
const UNNEEDED = `not exists (select 1 from workflow_run as below where below.ended is null and below.seal = workflow_run.id)`;
const UPDATE_RUN = `update workflow_run set ${CHANGING.map((column) => `${column} = ?`).join(', ')} where id = ?`;

/** Number of runs that are kept in memory. */
const RECENT = 200;

/** Wanted runs, the newest first. */
export interface RunsWanted {
  readonly definition?: string;
  readonly state?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  /** Before the run with this identifier. */
  readonly before?: string;
  readonly limit: number;
}

export class RunRows {
  readonly steps: StepRows;
  readonly journal: JournalRows;
  readonly values: ValueRows;
  readonly references: ReferenceRows;
  readonly signals = new SignalRows();
  readonly gates: GateRows;
  readonly #recent = new Recent<RunRecord>(RECENT);

  /** @param content encrypts data of votes in sealed runs. Default: there are none */
  constructor(
    private readonly store: Pick<Store, 'query' | 'reads'>,
    content?: Pick<ContentKeys, 'seal' | 'open'>,
  ) {
    this.steps = new StepRows(store);
    this.journal = new JournalRows(store);
    this.values = new ValueRows(store);
    this.references = new ReferenceRows(store);
    this.gates = new GateRows(store, content);
  }

  async run(id: string, queries: Queries = this.store): Promise<RunRecord | undefined> {
    const known = queries === this.store ? undefined : this.#recent.get(id);
    if (known) return known;
    const [row] = await queries.query<WorkflowRunTable>('select * from workflow_run where id = ?', [id]);
    return row && runOf(row);
  }

  async byKey(initiator: string, key: string, queries: Queries = this.store): Promise<RunRecord | undefined> {
    const [row] = await queries.query<WorkflowRunTable>(
      'select * from workflow_run where initiator = ? and run_key = ?',
      [initiator, key],
    );
    return row && runOf(row);
  }

  /** Returns the run that executes a task of a coordinator. */
  async byTask(task: string, queries: Queries = this.store): Promise<RunRecord | undefined> {
    const [row] = await queries.query<WorkflowRunTable>('select * from workflow_run where task = ?', [task]);
    return row && runOf(row);
  }

  /** Returns the unfinished runs that a trigger started for this value of its key. */
  async ofTrigger(tx: Tx, { trigger, key }: Cause): Promise<readonly string[]> {
    const rows = await tx.query<{ readonly id: string }>(
      'select id from workflow_run where cause = ? and cause_key = ? and ended is null',
      [trigger, key],
    );
    return rows.map(({ id }) => id);
  }

  async insert(tx: Tx, run: RunRecord): Promise<void> {
    const row = runRow(run);
    await tx.query(
      INSERT_RUN,
      RUN_COLUMNS.map((column) => row[column]),
    );
    this.#recent.wrote(tx, run.id, run);
    for (const [name, value] of Object.entries(run.labels))
      await tx.query('insert into workflow_label (run, name, value) values (?, ?, ?)', [run.id, name, value]);
  }

  async update(tx: Tx, run: RunRecord): Promise<void> {
    const row = runRow(run);
    await tx.query(UPDATE_RUN, [...CHANGING.map((column) => row[column]), run.id]);
    this.#recent.wrote(tx, run.id, run);
  }

  /** Forgets the runs and steps that are kept in memory, because their rows were changed otherwise. */
  forgetRecent(): void {
    this.#recent.clear();
    this.steps.forgetRecent();
  }

  /** Returns a page of steps that are due, and of runs whose deadline is over. */
  async due(
    tx: Tx,
    now: number,
    limit: number,
  ): Promise<{ readonly steps: readonly StepRecord[]; readonly runs: readonly string[] }> {
    const steps = await tx.query<WorkflowStepTable>('select * from workflow_step where due <= ? order by due limit ?', [
      now,
      limit,
    ]);
    const runs = await tx.query<{ readonly id: string }>(
      `select id from workflow_run where ended is null and deadline <= ? and json_extract(progress, '$.ending') is null
        order by deadline limit ?`,
      [now, limit],
    );
    return { steps: steps.map(stepOf), runs: runs.map(({ id }) => id) };
  }

  /** Returns the earliest time at which something is due, in milliseconds since 1970. */
  async nextDue(): Promise<number | undefined> {
    const [row] = await this.store.query<{ readonly due: number | null }>(
      `select min(due) as due from (select min(due) as due from workflow_step where due is not null
        union all select min(deadline) from workflow_run where ended is null and deadline is not null
          and json_extract(progress, '$.ending') is null)`,
      [],
    );
    return row?.due ?? undefined;
  }

  /** Returns unfinished runs, the oldest first. */
  async unfinished(after: string, limit: number): Promise<readonly RunRecord[]> {
    const rows = await this.store.query<WorkflowRunTable>(
      'select * from workflow_run where ended is null and id > ? order by id limit ?',
      [after, limit],
    );
    return rows.map(runOf);
  }

  /** Lists runs, the newest first. */
  async list({ labels = {}, ...wanted }: RunsWanted): Promise<readonly RunRecord[]> {
    let query = this.store.reads.selectFrom('workflow_run').selectAll().orderBy('id', 'desc').limit(wanted.limit);
    if (wanted.definition !== undefined) query = query.where('definition', '=', wanted.definition);
    if (wanted.state !== undefined) query = query.where('state', '=', wanted.state);
    if (wanted.createdAfter !== undefined) query = query.where('created', '>=', wanted.createdAfter);
    if (wanted.createdBefore !== undefined) query = query.where('created', '<', wanted.createdBefore);
    if (wanted.before !== undefined) query = query.where('id', '<', wanted.before);
    for (const [name, value] of Object.entries(labels))
      query = query.where('id', 'in', (db) =>
        db.selectFrom('workflow_label').select('run').where('name', '=', name).where('value', '=', value),
      );
    return (await query.execute()).map(runOf);
  }

  /** Lists runs in the order of their identifiers. */
  async page(after: string | undefined, limit: number): Promise<readonly RunRecord[]> {
    const rows = await this.store.query<WorkflowRunTable>(
      'select * from workflow_run where id > ? order by id limit ?',
      [after ?? '', limit],
    );
    return rows.map(runOf);
  }

  /** Returns the identifiers of runs that ended until a time, those first that ended first; none with a key that another run needs. */
  async endedUntil(time: string, limit: number): Promise<readonly string[]> {
    const rows = await this.store.query<{ readonly id: string }>(
      `select id from workflow_run where ended <= ? and (seal is null or seal <> id or ${UNNEEDED}) order by ended limit ?`,
      [time, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns when the latest run ended that so many others outlive; undefined when there is none. */
  async endOfNewest(count: number): Promise<string | undefined> {
    const [row] = await this.store.query<{ readonly ended: string }>(
      'select ended from workflow_run where ended is not null order by ended desc limit 1 offset ?',
      [count],
    );
    return row?.ended;
  }

  /** Returns completed runs whose values are sealed with keys of their own and not deleted, and that ended until a time: those whose keys no other run needs. */
  async completedSealed(until: string, limit: number): Promise<readonly string[]> {
    const rows = await this.store.query<{ readonly id: string }>(
      `select id from workflow_run where seal = id and shredded is null and state = 'completed' and ended <= ? and ${UNNEEDED}
        order by ended limit ?`,
      [until, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns those of some runs whose values are sealed with keys of their own. */
  async sealedAmong(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
    const rows = await tx.query<{ readonly id: string }>(
      'select run.id from json_each(?) as named join workflow_run as run on run.id = named.value where seal = run.id',
      [JSON.stringify(ids)],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes runs that have ended, with all that belongs to them. */
  async remove(tx: Tx, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      for (const table of [
        'step',
        'value',
        'passed',
        'event',
        'signal',
        'label',
        'pool',
        'checkpoint',
        'rollback',
        'acknowledgement',
        'gate',
        'vote',
      ])
        await tx.query(`delete from workflow_${table} where run = ?`, [id]);
      await tx.query('delete from workflow_run where id = ?', [id]);
      this.#recent.forget(id);
    }
    await tx.query('delete from workflow_graph where digest not in (select digest from workflow_run)', []);
  }

  /** Keeps the content of a graph. */
  async keepGraph(tx: Tx, digest: string, content: string): Promise<void> {
    await tx.query('insert or ignore into workflow_graph (digest, content) values (?, ?)', [digest, content]);
  }

  /** Returns the content of a graph, of a revision or one that was given to `start`. */
  async graph(digest: string, queries: Queries = this.store): Promise<string | undefined> {
    const [row] = await queries.query<{ readonly content: string }>(
      `select content from workflow_revision where digest = ? union all select content from workflow_graph where digest = ? limit 1`,
      [digest, digest],
    );
    return row?.content;
  }
}
