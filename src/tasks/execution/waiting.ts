/**
 * The rows of tasks that wait for an agent: one line for each assigning user, the most urgent task first; of equally urgent tasks,
 * the one that has waited longest. Also the users that had a turn in the current round of the agent (see `TaskQueue`).
 */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { TaskTable } from '../record/database.js';
import type { TaskRecord } from '../record/record.js';
import { recordOf } from '../record/row.js';

/** The first task of a user's line. */
export interface Head {
  readonly id: string;
  readonly owner: string;
  /** 1: the user had a turn in the current round. */
  readonly served: 0 | 1;
}

/** A task and its place in the queue. */
export interface Waiting {
  readonly id: string;
  readonly place: number;
}

/** The tasks of one user that wait for one agent. */
export interface Line {
  readonly agent: string;
  readonly owner: string;
}

const WAITS = `ended is null and state = 'accepted' and to_agent = ?1`;
/** `?2` is the time by `steadyTime`. */
const IS_DUE = '(not_before is null or not_before <= ?2)';
const ORDER = 'order by priority desc, place, id';

/** Steps from user to user by the index, so that the cost does not depend on the number of tasks. */
const HEADS = `with recursive assigner(name) as (
    select min(owner) from task where ${WAITS}
    union all
    select (select min(owner) from task where ${WAITS} and owner > name) from assigner where name is not null
  )
  select head.id, head.owner, exists (select 1 from task_round where agent = ?1 and owner = name) as served
  from assigner cross join task head on head.id = (
    select id from task where ${WAITS} and owner = name and ${IS_DUE} ${ORDER} limit 1
  )
  order by served, head.priority desc, head.place, head.id limit ?3`;
const LINE = `select * from task where ${WAITS} and ${IS_DUE} and owner = ?3 ${ORDER} limit ?4`;
const PRIORITIES = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const OLDEST = PRIORITIES.map(
  (priority) =>
    `select * from (select id, place from task where ${WAITS} and ${IS_DUE} and owner = ?3 and priority = ${priority} order by place, id limit 1)`,
).join(' union all ');

/** Deletes the round when the user already had a turn in it. */
const BEGIN_ROUND = `delete from task_round where agent = ?1 and owner <> ?2
  and exists (select 1 from task_round where agent = ?1 and owner = ?2)`;
const TAKE_TURN = 'insert into task_round (agent, owner) values (?1, ?2) on conflict do nothing';

export class WaitingRows {
  constructor(private readonly store: Store) {}

  /** Returns the first task of each line: users without a turn in this round come first, then the most urgent. */
  heads(agent: string, now: number, limit: number, queries: Queries = this.store): Promise<readonly Head[]> {
    return queries.query<Head>(HEADS, [agent, now, limit]);
  }

  /** Returns the first tasks of one line. */
  async line({ agent, owner }: Line, now: number, limit: number, queries: Queries): Promise<readonly TaskRecord[]> {
    return (await queries.query<TaskTable>(LINE, [agent, now, owner, limit])).map(recordOf);
  }

  /** Returns, for each priority, the task that has waited longest in the line. */
  oldest({ agent, owner }: Line, now: number, queries: Queries): Promise<readonly Waiting[]> {
    return queries.query<Waiting>(OLDEST, [agent, now, owner]);
  }

  /** Stores a turn of the user. A second turn in a round begins the next round. */
  async takeTurn(tx: Tx, { agent, owner }: Line): Promise<void> {
    await tx.query(BEGIN_ROUND, [agent, owner]);
    await tx.query(TAKE_TURN, [agent, owner]);
  }

  /** Deletes the round of a removed agent. */
  async forget(tx: Tx, agent: string): Promise<void> {
    await tx.query('delete from task_round where agent = ?', [agent]);
  }

  /** Returns the highest place of a waiting task; 0 when none waits. */
  async lastPlace(): Promise<number> {
    const row = await this.store.reads
      .selectFrom('task')
      .select(({ fn }) => fn.max('place').as('place'))
      .where('ended', 'is', null)
      .where('state', '=', 'accepted')
      .executeTakeFirst();
    return Number(row?.place ?? 0);
  }
}
