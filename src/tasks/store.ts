/** The rows of tasks. */
import type { ExpressionBuilder } from 'kysely';
import type { RowScope } from '../agents/index.js';
import { RpcError } from '../data/index.js';
import type { Database, Store, Tx } from '../store/index.js';
import { isTaskState, type TaskState } from './life/states.js';
import type { TaskEvent, TaskRecord } from './record.js';
import { eventOf, recordOf, rowOf } from './row.js';

type Sql = Tx['sql'];

export interface TaskPage extends RowScope {
  readonly after?: string;
  readonly limit: number;
}

export class TaskRows {
  constructor(private readonly store: Store) {}

  async get(id: string, sql: Sql = this.store.reads): Promise<TaskRecord | undefined> {
    const row = await sql.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();
    return row && recordOf(row);
  }

  /** By the assigner's own identifier. */
  async byKey(from: string, taskId: string, sql: Sql = this.store.reads): Promise<TaskRecord | undefined> {
    const row = await sql
      .selectFrom('task')
      .selectAll()
      .where('from_agent', '=', from)
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    return row && recordOf(row);
  }

  /** The only task with this task-id that the agent executes; undefined when several assigners used the task-id. */
  async assignedTo(to: string, taskId: string, sql: Sql): Promise<TaskRecord | undefined> {
    const rows = await sql
      .selectFrom('task')
      .selectAll()
      .where('to_agent', '=', to)
      .where('task_id', '=', taskId)
      .limit(2)
      .execute();
    const [only, ...more] = rows;
    return only && more.length === 0 ? recordOf(only) : undefined;
  }

  async page({ after, limit, among, agent }: TaskPage): Promise<readonly TaskRecord[]> {
    let query = this.store.reads.selectFrom('task').selectAll().orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    if (agent !== undefined) query = query.where((or) => between(or, [agent]));
    if (among) query = query.where((or) => or.or([between(or, among.agents), or('owner', '=', among.user)]));
    return (await query.execute()).map(recordOf);
  }

  /** Tasks in a state, oldest first, behind `after`. */
  async inState(
    state: TaskState,
    o: { readonly after?: string; readonly limit: number; readonly to?: string },
    sql: Sql = this.store.reads,
  ): Promise<readonly TaskRecord[]> {
    let query = sql.selectFrom('task').selectAll().where('state', '=', state).orderBy('id').limit(o.limit);
    if (o.after !== undefined) query = query.where('id', '>', o.after);
    if (o.to !== undefined) query = query.where('to_agent', '=', o.to);
    return (await query.execute()).map(recordOf);
  }

  /** What waits for an agent: the most urgent first, of equally urgent ones the oldest. */
  async waiting(to: string, limit: number, sql: Sql): Promise<readonly TaskRecord[]> {
    const rows = await sql
      .selectFrom('task')
      .selectAll()
      .where('to_agent', '=', to)
      .where('state', '=', 'accepted')
      .orderBy('priority', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(recordOf);
  }

  /** Tasks whose lease or deadline is over at `now` (milliseconds since 1970). */
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
    return rows.map(recordOf);
  }

  /** How many tasks of an agent are in one of these states. */
  async count(to: string, states: readonly TaskState[], sql: Sql = this.store.reads): Promise<number> {
    const row = await sql
      .selectFrom('task')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('to_agent', '=', to)
      .where('state', 'in', states)
      .executeTakeFirst();
    return Number(row?.number ?? 0);
  }

  /** How many tasks of all agents are in each of these states; states that none is in are left out. */
  async countByState(states: readonly TaskState[]): Promise<ReadonlyMap<TaskState, number>> {
    const rows = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => ['state', fn.countAll<number>().as('number')] as const)
      .where('state', 'in', states)
      .groupBy('state')
      .execute();
    return new Map(rows.flatMap(({ state, number }) => (isTaskState(state) ? [[state, Number(number)]] : [])));
  }

  /** How many tasks each agent has in each of these states. */
  async countByAgent(
    states: readonly TaskState[],
  ): Promise<readonly { readonly agent: string; readonly state: TaskState; readonly number: number }[]> {
    const rows = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => ['to_agent', 'state', fn.countAll<number>().as('number')] as const)
      .where('state', 'in', states)
      .groupBy(['to_agent', 'state'])
      .execute();
    return rows.flatMap(({ to_agent: agent, state, number }) =>
      isTaskState(state) ? [{ agent, state, number: Number(number) }] : [],
    );
  }

  async insert(tx: Tx, task: TaskRecord): Promise<void> {
    await tx.sql.insertInto('task').values(rowOf(task)).execute();
  }

  /** Replaces the row if it still has the version before. What never changes is left out: its indexes stay untouched. */
  async update(tx: Tx, task: TaskRecord): Promise<void> {
    const {
      id,
      task_id: _key,
      from_agent: _from,
      to_agent: _to,
      owner: _owner,
      created: _created,
      ...row
    } = rowOf(task);
    const result = await tx.sql
      .updateTable('task')
      .set(row)
      .where('id', '=', id)
      .where('version', '=', task.version - 1)
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) return;
    throw new RpcError({
      type: 'application',
      tag: 'in-use',
      message: `task "${id}" was changed meanwhile; try again`,
    });
  }

  async addEvent(tx: Tx, task: string, event: TaskEvent): Promise<void> {
    const { sequence, at, state, percent, note, by } = event;
    const row = { task, sequence, at, state, percent: percent ?? null, note: note ?? null, by_whom: by ?? null };
    await tx.sql.insertInto('task_event').values(row).execute();
  }

  /** The last events of each of these tasks, at most `limit` each, in order. */
  async events(tasks: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly TaskEvent[]>> {
    const events = new Map<string, TaskEvent[]>();
    for (const task of tasks) {
      const rows = await this.store.reads
        .selectFrom('task_event')
        .selectAll()
        .where('task', '=', task)
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      events.set(task, rows.map(eventOf).reverse());
    }
    return events;
  }
}

function between(or: ExpressionBuilder<Database, 'task'>, agents: readonly string[]) {
  return or.or([or('from_agent', 'in', agents), or('to_agent', 'in', agents)]);
}
