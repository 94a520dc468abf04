/**
 * The rows of tasks that wait for an agent: one line for each assigning user, the most urgent task first; of equally urgent tasks,
 * the one that has waited longest. Also the users that had a turn in the current round of the agent (see `TaskQueue`).
 */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { TaskTable } from '../record/database.js';
import type { TaskRecord } from '../record/record.js';
import { recordOf } from '../record/row.js';
import { type ContentSealing, NO_SEALING, opened } from '../record/sealed.js';

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

/** The queries of one kind of search: among all tasks, or without those that were passed over. */
interface Search {
  readonly heads: string;
  readonly line: string;
  readonly oldest: string;
}

const PRIORITIES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** @param without returns a condition by the number of its parameter, the last of the query; an empty text: none */
function search(without: (parameter: number) => string): Search {
  return {
    // Steps from user to user by the index, so that the cost does not depend on the number of tasks.
    heads: `with recursive assigner(name) as (
    select min(owner) from task where ${WAITS}
    union all
    select (select min(owner) from task where ${WAITS} and owner > name) from assigner where name is not null
  )
  select head.id, head.owner, exists (select 1 from task_round where agent = ?1 and owner = name) as served
  from assigner cross join task head on head.id = (
    select id from task where ${WAITS} and owner = name and ${IS_DUE}${without(4)} ${ORDER} limit 1
  )
  order by served, head.priority desc, head.place, head.id limit ?3`,
    line: `select * from task where ${WAITS} and ${IS_DUE} and owner = ?3${without(5)} ${ORDER} limit ?4`,
    oldest: PRIORITIES.map(
      (priority) =>
        `select * from (select id, place from task where ${WAITS} and ${IS_DUE} and owner = ?3 and priority = ${priority}${without(4)} order by place, id limit 1)`,
    ).join(' union all '),
  };
}

const ALL = search(() => '');
const REMAINING = search((parameter) => ` and id not in (select value from json_each(?${parameter}))`);

/** Deletes the round when the user already had a turn in it. */
const BEGIN_ROUND = `delete from task_round where agent = ?1 and owner <> ?2
  and exists (select 1 from task_round where agent = ?1 and owner = ?2)`;
const TAKE_TURN = 'insert into task_round (agent, owner) values (?1, ?2) on conflict do nothing';

/** Identifiers of tasks that wait, but not for this caller. */
export type Passed = ReadonlySet<string>;

const NONE: Passed = new Set();

function ask<T>(
  queries: Queries,
  kind: keyof Search,
  parameters: readonly (string | number)[],
  passed: Passed,
): Promise<readonly T[]> {
  if (passed.size === 0) return queries.query<T>(ALL[kind], [...parameters]);
  return queries.query<T>(REMAINING[kind], [...parameters, JSON.stringify([...passed])]);
}

export class WaitingRows {
  constructor(
    private readonly store: Store,
    private readonly content: ContentSealing = NO_SEALING,
  ) {}

  /** Returns the first task of each line: users without a turn in this round come first, then the most urgent. */
  heads(
    agent: string,
    now: number,
    limit: number,
    queries: Queries = this.store,
    passed: Passed = NONE,
  ): Promise<readonly Head[]> {
    return ask<Head>(queries, 'heads', [agent, now, limit], passed);
  }

  /** Returns the first tasks of one line. */
  async line(
    { agent, owner }: Line,
    now: number,
    limit: number,
    queries: Queries,
    passed: Passed,
  ): Promise<readonly TaskRecord[]> {
    const rows = await ask<TaskTable>(queries, 'line', [agent, now, owner, limit], passed);
    return opened(this.content, rows.map(recordOf));
  }

  /** Returns, for each priority, the task that has waited longest in the line. */
  oldest({ agent, owner }: Line, now: number, queries: Queries, passed: Passed): Promise<readonly Waiting[]> {
    return ask<Waiting>(queries, 'oldest', [agent, now, owner], passed);
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
