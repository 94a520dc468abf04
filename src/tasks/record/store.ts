/** The rows of tasks. Frequent statements are written as SQL text, because building one takes longer than executing it. */
import type { ExpressionBuilder } from 'kysely';
import type { RowScope } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { Database, Queries, Store, Tx } from '../../store/index.js';
import type { TaskEventTable, TaskTable } from './database.js';
import type { OpenCount } from './open-tasks.js';
import type { TaskDocument, TaskEvent, TaskRecord } from './record.js';
import { documentText, eventOf, recordOf, rowOf } from './row.js';
import { type ContentSealing, NO_SEALING, opened, sealedText } from './sealed.js';
import { isTaskState, type TaskState } from './states.js';

type Sql = Tx['sql'];

export interface TaskPage extends RowScope {
  readonly after?: string;
  readonly before?: string;
  /** Default: the oldest come first. */
  readonly newestFirst?: true;
  readonly limit: number;
}

const COLUMNS = [
  'id',
  'task_id',
  'from_agent',
  'to_agent',
  'owner',
  'state',
  'priority',
  'created',
  'changed',
  'version',
  'sequence',
  'attempt',
  'lease_expires',
  'deadline',
  'place',
  'not_before',
  'ended',
  'parent',
  'document',
] as const satisfies readonly (keyof TaskTable)[];

/** Columns that a progress report changes; none of them is in an index. */
const PLAIN_COLUMNS = ['changed', 'version', 'sequence', 'document'] as const;
const CHANGING_COLUMNS = [
  ...PLAIN_COLUMNS,
  'state',
  'priority',
  'attempt',
  'lease_expires',
  'deadline',
  'place',
  'not_before',
  'ended',
] as const;

const BY_ID = 'select * from task where id = ?';
const BY_KEY = 'select * from task where from_agent = ? and task_id = ?';
/** The sign "/" is the one after ".". */
const NAMED =
  'select * from task where from_agent = ? and (task_id = ? or (task_id > ? and task_id < ?)) order by task_id limit ?';
const INSERT = `insert into task (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`;
const UPDATE_PLAIN = updateOf(PLAIN_COLUMNS);
const UPDATE_ALL = updateOf(CHANGING_COLUMNS);
const UPDATE_RECEIVER = updateOf([...CHANGING_COLUMNS, 'to_agent']);
const EVENT_COLUMNS = ['task', 'sequence', 'at', 'state', 'percent', 'note', 'by_whom'] as const;
const EVENT_VALUES = `(${EVENT_COLUMNS.map(() => '?').join(', ')})`;

/** The caller reads from the last round which side it is to answer. */
const NEGOTIATED = 'select id, document from task where ended is null and (from_agent = ? or to_agent = ?)';

function updateOf(columns: readonly (keyof TaskTable)[]): string {
  return `update task set ${columns.map((column) => `${column} = ?`).join(', ')} where id = ? and version = ?`;
}

export class TaskRows {
  constructor(
    private readonly store: Store,
    private readonly content: ContentSealing = NO_SEALING,
  ) {}

  async get(id: string, queries: Queries = this.store): Promise<TaskRecord | undefined> {
    const [row] = await queries.query<TaskTable>(BY_ID, [id]);
    return row && this.#one(row);
  }

  /** Returns the task with this task-id of the assigner. */
  async byKey(from: string, taskId: string, queries: Queries = this.store): Promise<TaskRecord | undefined> {
    const [row] = await queries.query<TaskTable>(BY_KEY, [from, taskId]);
    return row && this.#one(row);
  }

  /**
   * Returns tasks that an assigner has named so, or so with a number behind: another node has several tasks here for one of its own
   * when it had to assign it again.
   */
  async named(
    from: string,
    name: string,
    limit: number,
    queries: Queries = this.store,
  ): Promise<readonly TaskRecord[]> {
    const rows = await queries.query<TaskTable>(NAMED, [from, name, `${name}.`, `${name}/`, limit]);
    return rows.map(recordOf);
  }

  /** Returns the only task with this task-id that the agent executes; undefined when several assigners used the task-id. */
  async assignedTo(to: string, taskId: string, sql: Sql = this.store.reads): Promise<TaskRecord | undefined> {
    const rows = await sql
      .selectFrom('task')
      .selectAll()
      .where('to_agent', '=', to)
      .where('task_id', '=', taskId)
      .limit(2)
      .execute();
    const [only, ...more] = rows;
    return only && more.length === 0 ? this.#one(only) : undefined;
  }

  async page({ after, newestFirst, before, limit, among, agent }: TaskPage): Promise<readonly TaskRecord[]> {
    const order = newestFirst ? 'desc' : 'asc';
    let query = this.store.reads.selectFrom('task').selectAll().orderBy('id', order).limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    if (before !== undefined) query = query.where('id', '<', before);
    if (agent !== undefined) query = query.where((or) => between(or, [agent]));
    if (among) query = query.where((or) => or.or([between(or, among.agents), or('owner', '=', among.user)]));
    return this.#all(await query.execute());
  }

  /** Returns tasks in a state that is not final, oldest first, after `after`. */
  async inState(
    state: TaskState,
    o: { readonly after?: string; readonly limit: number; readonly to?: string },
    sql: Sql = this.store.reads,
  ): Promise<readonly TaskRecord[]> {
    let query = sql
      .selectFrom('task')
      .selectAll()
      .where('ended', 'is', null)
      .where('state', '=', state)
      .orderBy('id')
      .limit(o.limit);
    if (o.after !== undefined) query = query.where('id', '>', o.after);
    if (o.to !== undefined) query = query.where('to_agent', '=', o.to);
    return this.#all(await query.execute());
  }

  /** Returns unfinished parts of a task. */
  async partsOf(parent: string, limit: number, sql: Sql, after = ''): Promise<readonly TaskRecord[]> {
    const rows = await sql
      .selectFrom('task')
      .selectAll()
      .where('parent', '=', parent)
      .where('ended', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return this.#all(rows);
  }

  /** Returns tasks whose lease or deadline is over at `now` (by the clock of the column). */
  async overdue(
    column: 'lease_expires' | 'deadline',
    now: number,
    limit: number,
    sql: Sql,
  ): Promise<readonly TaskRecord[]> {
    const rows = await sql
      .selectFrom('task')
      .selectAll()
      .where(column, '<=', now)
      .orderBy(column)
      .limit(limit)
      .execute();
    return this.#all(rows);
  }

  /** Counts the tasks of an agent in these states, none of them final. */
  async count(to: string, states: readonly TaskState[], sql: Sql = this.store.reads): Promise<number> {
    const row = await sql
      .selectFrom('task')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('ended', 'is', null)
      .where('to_agent', '=', to)
      .where('state', 'in', states)
      .executeTakeFirst();
    return Number(row?.number ?? 0);
  }

  /** Returns the agents with unfinished tasks. */
  async receivers(): Promise<readonly string[]> {
    const rows = await this.store.reads
      .selectFrom('task')
      .select('to_agent')
      .distinct()
      .where('ended', 'is', null)
      .execute();
    return rows.map(({ to_agent }) => to_agent);
  }

  /** Counts the tasks of all agents in each of these states, none of them final. States without tasks are left out. */
  async countByState(states: readonly TaskState[]): Promise<ReadonlyMap<TaskState, number>> {
    const rows = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => ['state', fn.countAll<number>().as('number')] as const)
      .where('ended', 'is', null)
      .where('state', 'in', states)
      .groupBy('state')
      .execute();
    return new Map(rows.flatMap(({ state, number }) => (isTaskState(state) ? [[state, Number(number)]] : [])));
  }

  /** Counts the tasks of each agent in each of these states. */
  async countByAgent(
    states: readonly TaskState[],
  ): Promise<readonly { readonly agent: string; readonly state: TaskState; readonly number: number }[]> {
    const rows = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => ['to_agent', 'state', fn.countAll<number>().as('number')] as const)
      .where('ended', 'is', null)
      .where('state', 'in', states)
      .groupBy(['to_agent', 'state'])
      .execute();
    return rows.flatMap(({ to_agent: agent, state, number }) =>
      isTaskState(state) ? [{ agent, state, number: Number(number) }] : [],
    );
  }

  /** Counts the unfinished tasks of each user at each agent. */
  async openCounts(): Promise<readonly OpenCount[]> {
    const rows = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => ['owner', 'to_agent as agent', fn.countAll<number>().as('number')] as const)
      .where('ended', 'is', null)
      .groupBy(['owner', 'to_agent'])
      .execute();
    return rows.map(({ owner, agent, number }) => ({ owner, agent, number: Number(number) }));
  }

  /** Returns the latest identifier; undefined without tasks. */
  async lastId(): Promise<string | undefined> {
    const row = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? undefined;
  }

  /** Returns tasks with a lease, and tasks whose pause ends after `bound`. */
  async heldBeyond(bound: number, after: string | undefined, limit: number, sql: Sql): Promise<readonly TaskRecord[]> {
    let query = sql
      .selectFrom('task')
      .selectAll()
      .where((or) => or.or([or('not_before', '>', bound), or('lease_expires', 'is not', null)]))
      .orderBy('id')
      .limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    return this.#all(await query.execute());
  }

  /** Returns the agents with a delayed task that becomes due after `after` and not later than `until`. */
  async dueBetween(after: number, until: number): Promise<readonly string[]> {
    const rows = await this.store.reads
      .selectFrom('task')
      .select('to_agent')
      .distinct()
      .where('not_before', '>', after)
      .where('not_before', '<=', until)
      .where('ended', 'is', null)
      .execute();
    return rows.map(({ to_agent }) => to_agent);
  }

  /** Counts the tasks that have ended. */
  async endedCount(): Promise<number> {
    const row = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('ended', 'is not', null)
      .executeTakeFirst();
    return Number(row?.number ?? 0);
  }

  /** Returns tasks that ended at `bound` (milliseconds since 1970) or before, the oldest first. */
  async endedUntil(bound: number, limit: number): Promise<readonly TaskRecord[]> {
    const rows = await this.store.reads
      .selectFrom('task')
      .selectAll()
      .where('ended', '<=', bound)
      .orderBy('ended')
      .limit(limit)
      .execute();
    return this.#all(rows);
  }

  /** Deletes the recorded steps: the next run of the task repeats all of them. */
  async deleteSteps(tx: Tx, task: string): Promise<void> {
    await tx.query('delete from task_step where task = ?', [task]);
  }

  /**
   * Replaces the identifier of an agent by another name. The versions of the rows change, so that work in progress cannot
   * write the old identifier again.
   */
  async rename(tx: Tx, agent: string, name: string): Promise<void> {
    const rounds = await tx.query<Pick<TaskTable, 'id' | 'document'>>(NEGOTIATED, [agent, agent]);
    for (const { id, document } of renamedRounds(rounds, agent, name))
      await tx.query('update task set document = ? where id = ?', [document, id]);
    for (const column of ['from_agent', 'to_agent'] as const)
      await tx.query(`update task set ${column} = ?, version = version + 1 where ${column} = ?`, [name, agent]);
    // Messages at the endpoint of the removed agent are not shown any more.
    await tx.query('delete from task_message where agent = ?', [agent]);
  }

  /** Removes tasks with their events, steps and the messages about them. */
  async remove({ sql }: Tx, ids: readonly string[]): Promise<void> {
    await sql.deleteFrom('task_event').where('task', 'in', ids).execute();
    await sql.deleteFrom('task_step').where('task', 'in', ids).execute();
    await sql.deleteFrom('task').where('id', 'in', ids).execute();
  }

  async #one(row: TaskTable): Promise<TaskRecord | undefined> {
    return (await this.#all([row]))[0];
  }

  #all(rows: readonly TaskTable[]): Promise<readonly TaskRecord[]> {
    return opened(this.content, rows.map(recordOf));
  }

  /** Returns the text of a document, encrypted when the task is sealed. @throws RpcError too-big */
  async #textOf(task: TaskRecord): Promise<string> {
    const text = documentText(task);
    const { seal } = task.document;
    return seal === undefined ? text : sealedText(this.content, task, seal, text);
  }

  async insert(tx: Tx, task: TaskRecord): Promise<void> {
    const row = rowOf(task, await this.#textOf(task));
    await tx.query(
      INSERT,
      COLUMNS.map((column) => row[column]),
    );
  }

  /** Replaces the row if it still has the version of `before`. Writes only unindexed columns when no indexed one changes. */
  async update(tx: Tx, before: TaskRecord, task: TaskRecord): Promise<void> {
    const row = rowOf(task, await this.#textOf(task));
    const plain =
      before.state === task.state &&
      before.priority === task.priority &&
      before.attempt === task.attempt &&
      before.leaseExpires === task.leaseExpires &&
      before.deadline === task.deadline &&
      before.place === task.place &&
      before.notBefore === task.notBefore;
    const columns = plain ? PLAIN_COLUMNS : CHANGING_COLUMNS;
    const values = columns.map((column) => row[column]);
    const key = [task.id, before.version];
    const moved = before.to !== task.to;
    const changes = moved
      ? await tx.change(UPDATE_RECEIVER, [...CHANGING_COLUMNS.map((column) => row[column]), task.to, ...key])
      : await tx.change(plain ? UPDATE_PLAIN : UPDATE_ALL, [...values, ...key]);
    if (changes === 1) return;
    throw new RpcError({
      type: 'application',
      tag: 'in-use',
      message: `task "${task.id}" was changed meanwhile; try again`,
    });
  }

  async addEvents(tx: Tx, task: string, events: readonly TaskEvent[]): Promise<void> {
    await tx.query(
      `insert into task_event (${EVENT_COLUMNS.join(', ')}) values ${events.map(() => EVENT_VALUES).join(', ')}`,
      events.flatMap(({ sequence, at, state, percent, note, by }) => [
        task,
        sequence,
        at,
        state,
        percent ?? null,
        note ?? null,
        by ?? null,
      ]),
    );
  }

  /** Rewrites the notes of the events of a task. */
  async rewriteNotes(tx: Tx, task: string, rewrite: (note: string) => string): Promise<void> {
    const rows = await tx.query<TaskEventTable>('select * from task_event where task = ? and note is not null', [task]);
    for (const { sequence, note } of rows) {
      const rewritten = rewrite(note ?? '');
      if (rewritten === note) continue;
      await tx.query('update task_event set note = ? where task = ? and sequence = ?', [rewritten, task, sequence]);
    }
  }

  /** Returns the last events of each of these tasks, at most `limit` each, in order. */
  async events(tasks: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly TaskEvent[]>> {
    const events = new Map<string, TaskEvent[]>();
    for (const task of tasks) {
      const rows = await this.store.query<TaskEventTable>(
        'select * from task_event where task = ? order by sequence desc limit ?',
        [task, limit],
      );
      events.set(task, rows.map(eventOf).reverse());
    }
    return events;
  }
}

function between(or: ExpressionBuilder<Database, 'task'>, agents: readonly string[]) {
  return or.or([or('from_agent', 'in', agents), or('to_agent', 'in', agents)]);
}

/** Returns the documents with rounds of the agent, its identifier replaced by `name`. Those of sealed tasks stay as they are. */
function renamedRounds(
  rows: readonly Pick<TaskTable, 'id' | 'document'>[],
  agent: string,
  name: string,
): readonly Pick<TaskTable, 'id' | 'document'>[] {
  return rows.flatMap(({ id, document: text }) => {
    const document: TaskDocument = JSON.parse(text);
    if (document.rounds.every(({ by }) => by !== agent)) return [];
    const rounds = document.rounds.map((round) => (round.by === agent ? { ...round, by: name } : round));
    return [{ id, document: JSON.stringify({ ...document, rounds }) }];
  });
}
