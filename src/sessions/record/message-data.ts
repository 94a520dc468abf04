/** The rows of data that messages name: one for each message and data parameter, as long as both are there. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionDataTable } from './database.js';

/** A session in which messages name a data parameter, and an agent that is or was its member. */
export interface Naming {
  readonly session: string;
  readonly agent: string;
}

/** The sessions of each data parameter: each is found by one step in the index, however many messages it has. */
const SESSIONS = `with recursive named(session) as (
    select min(session) from agent_session_data where param = ?1
    union all
    select (select min(d.session) from agent_session_data d where d.param = ?1 and d.session > named.session)
      from named where named.session is not null)`;

export class MessageDataRows {
  constructor(private readonly reads: Queries) {}

  async add(tx: Tx, session: string, sequence: number, params: readonly string[]): Promise<void> {
    for (const param of params)
      await tx.change('insert into agent_session_data (param, session, sequence) values (?, ?, ?)', [
        param,
        session,
        sequence,
      ]);
  }

  /** Adds what a message names that has no number yet: its way to the home of the session has begun. */
  async addPosted(tx: Tx, session: string, params: readonly string[]): Promise<void> {
    for (const param of params)
      await tx.change(
        'insert into agent_session_data (param, session, sequence) values (?, ?, 0) on conflict do nothing',
        [param, session],
      );
  }

  /** Deletes what such a message names, because the home refused it. */
  async removePosted(tx: Tx, session: string, params: readonly string[]): Promise<void> {
    for (const param of params)
      await tx.change('delete from agent_session_data where param = ? and session = ? and sequence = 0', [
        param,
        session,
      ]);
  }

  /** Returns the sessions in which a message names the data parameter, also those on their way to the home of one. */
  async sessions(param: string, from: Queries = this.reads): Promise<readonly string[]> {
    const rows = await from.query<Pick<AgentSessionDataTable, 'session'>>(
      `${SESSIONS} select session from named where session is not null`,
      [param],
    );
    return rows.map(({ session }) => session);
  }

  /** Returns those of these data parameters that any message names. */
  async named(params: readonly string[], from: Queries = this.reads): Promise<readonly string[]> {
    const rows = await from.query<{ readonly param: string }>(
      `select value as param from json_each(?) where exists (select 1 from agent_session_data where param = value)`,
      [JSON.stringify(params)],
    );
    return rows.map(({ param }) => param);
  }

  /** Returns the memberships of these agents in sessions of which a message names the data parameter. */
  async memberships(param: string, agents: readonly string[], from: Queries = this.reads): Promise<readonly Naming[]> {
    return from.query<Naming>(
      `${SESSIONS} select m.session, m.agent from named cross join agent_session_member m on m.session = named.session
         where m.agent in (select value from json_each(?2))`,
      [param, JSON.stringify(agents)],
    );
  }

  /** Returns data parameters behind `after`, in order, that messages name in sessions of which these agents are or were members. */
  async page(agents: readonly string[], after: string, limit: number): Promise<readonly string[]> {
    const rows = await this.reads.query<{ readonly param: string }>(
      `select distinct d.param from
           (select distinct session from agent_session_member where agent in (select value from json_each(?))) s
         cross join agent_session_data d on d.session = s.session and d.param > ? order by d.param limit ?`,
      [JSON.stringify(agents), after, limit],
    );
    return rows.map(({ param }) => param);
  }

  /** Returns the data parameters that these messages name, by the number of the message. */
  async namedIn(session: string, sequences: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    const rows = await this.reads.query<Pick<AgentSessionDataTable, 'param' | 'sequence'>>(
      `select param, sequence from agent_session_data where session = ?
         and sequence in (${sequences.map(() => '?').join(', ')})`,
      [session, ...sequences],
    );
    const named = new Map<number, Set<string>>();
    for (const { param, sequence } of rows) {
      const known = named.get(Number(sequence));
      if (known) known.add(param);
      else named.set(Number(sequence), new Set([param]));
    }
    return named;
  }

  /** Deletes what the oldest messages of a session up to `through` name. */
  async removeThrough(tx: Tx, session: string, through: number): Promise<void> {
    await tx.change('delete from agent_session_data where session = ? and sequence <= ?', [session, through]);
  }

  /** Deletes what messages say of data parameters that are deleted. @returns the sessions of these messages */
  async withdraw(tx: Tx, params: readonly string[]): Promise<readonly string[]> {
    const sessions = new Set<string>();
    for (const param of params) {
      const naming = await this.sessions(param, tx);
      for (const session of naming) sessions.add(session);
      if (naming.length > 0) await tx.change('delete from agent_session_data where param = ?', [param]);
    }
    return [...sessions];
  }
}
