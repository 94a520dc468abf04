/** The rows of members. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionMemberTable } from './database.js';
import { Latest } from './latest.js';
import type { Gap, MemberRecord, MemberState, Role } from './member.js';
import { sharedJson } from './shared.js';

const COLUMNS = `session, agent, role, state, filters, by_profile, spans, acknowledged, delivered, lent, gap_count, gap_through,
  missed, served, joined, expired`;

/** It is in, or has not heard that it is invited. */
const HEARS = `(m.state = 'joined' or (m.state = 'invited' and m.joined > m.acknowledged))`;

export interface PageOf {
  /** The sessions come behind this one. */
  readonly after: string;
  readonly limit: number;
}

export class MemberRows {
  readonly #latest = new Latest<MemberRecord>();

  constructor(private readonly reads: Queries) {}

  async get(session: string, agent: string, from: Queries = this.reads): Promise<MemberRecord | undefined> {
    const [row] = await from.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where session = ? and agent = ?`,
      [session, agent],
    );
    return row && recordOf(row);
  }

  /** Returns the member as the transaction finds it. */
  async latest(tx: Tx, session: string, agent: string): Promise<MemberRecord | undefined> {
    return this.#latest.get(keyOf(session, agent), () => this.get(session, agent, tx));
  }

  /** Returns those of the agents that are or were members. */
  async among(
    session: string,
    agents: readonly string[],
    from: Queries = this.reads,
  ): Promise<readonly MemberRecord[]> {
    if (agents.length === 0) return [];
    const rows = await from.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where session = ? and agent in (select value from json_each(?))
         order by agent`,
      [session, JSON.stringify(agents)],
    );
    return rows.map(recordOf);
  }

  async page(
    session: string,
    after: string,
    limit: number,
    from: Queries = this.reads,
  ): Promise<readonly MemberRecord[]> {
    const rows = await from.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where session = ? and agent > ? order by agent limit ?`,
      [session, after, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns all that are or were members. */
  async all(session: string, from: Queries = this.reads): Promise<readonly MemberRecord[]> {
    const rows = await from.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where session = ? order by agent`,
      [session],
    );
    return rows.map(recordOf);
  }

  /** Returns the members of other nodes. */
  async abroad(session: string): Promise<readonly MemberRecord[]> {
    const rows = await this.reads.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where session = ? and abroad = 1 order by agent`,
      [session],
    );
    return rows.map(recordOf);
  }

  /** Takes down that a member is an agent of another node, where it reads. */
  async setAbroad(tx: Tx, session: string, agent: string): Promise<void> {
    await tx.change('update agent_session_member set abroad = 1 where session = ? and agent = ?', [session, agent]);
  }

  /** Takes down that an agent of this node wants to be a member of a copy, or does not any more. */
  async setAsked(tx: Tx, session: string, agent: string, asked: boolean): Promise<void> {
    await tx.change('update agent_session_member set asked = ? where session = ? and agent = ?', [
      asked ? 1 : 0,
      ...[session, agent],
    ]);
  }

  /** True for an agent of this node that has asked to become a member of a copy. */
  async hasAsked(tx: Tx, session: string, agent: string): Promise<boolean> {
    const [row] = await tx.query<Pick<AgentSessionMemberTable, 'asked'>>(
      'select asked from agent_session_member where session = ? and agent = ?',
      [session, agent],
    );
    return Number(row?.asked ?? 0) === 1;
  }

  /** Returns memberships of an agent that is in, or invited. */
  async present(tx: Tx, agent: string): Promise<readonly MemberRecord[]> {
    const rows = await tx.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where agent = ? and state in ('joined', 'invited') order by session`,
      [agent],
    );
    return rows.map(recordOf);
  }

  /** Returns identifiers of the sessions in which the agent is, those first that were served longest ago. */
  async joinedBy(agent: string, limit: number): Promise<readonly string[]> {
    const rows = await this.reads.query<{ readonly session: string }>(
      `select session from agent_session_member where agent = ? and state = 'joined' order by served, session limit ?`,
      [agent, limit],
    );
    return rows.map(({ session }) => session);
  }

  /** Returns memberships in open sessions of an agent that is in, or has not heard that it is invited, in the order of the sessions. */
  async hearingPage(agent: string, { after, limit }: PageOf): Promise<readonly MemberRecord[]> {
    const rows = await this.reads.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member m where agent = ? and session > ? and ${HEARS}
         and exists (select 1 from agent_session s where s.id = m.session and s.state <> 'closed') order by session limit ?`,
      [agent, after, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns memberships in closed sessions that may have something for the agent, and the one in session `last`, as `hearingPage` does. */
  async closedPage(
    agent: string,
    { after, limit, last = '' }: PageOf & { readonly last?: string },
  ): Promise<readonly MemberRecord[]> {
    const rows = await this.reads.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member m where agent = ? and session > ? and ${HEARS}
         and exists (select 1 from agent_session s where s.id = m.session and s.state = 'closed'
           and (s.last > m.acknowledged or s.id = ?)) order by session limit ?`,
      [agent, after, last, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns the sessions of an agent behind `after` in which it is or is invited, and which are open or have something for it. */
  async livelyOf(agent: string, after: string, limit: number): Promise<readonly string[]> {
    const rows = await this.reads.query<{ readonly session: string }>(
      `select m.session as session from agent_session_member m join agent_session s on s.id = m.session
         where m.agent = ? and m.session > ? and m.state in ('joined', 'invited') and (s.state <> 'closed' or s.last > m.acknowledged)
         order by m.session limit ?`,
      [agent, after, limit],
    );
    return rows.map(({ session }) => session);
  }

  /** Returns which of these agents are members of these sessions, or are invited. */
  async presentOf(
    sessions: readonly string[],
    agents: readonly string[],
  ): Promise<readonly Pick<MemberRecord, 'session' | 'agent'>[]> {
    const places = (all: readonly string[]) => all.map(() => '?').join(', ');
    return this.reads.query<Pick<AgentSessionMemberTable, 'session' | 'agent'>>(
      `select session, agent from agent_session_member where session in (${places(sessions)}) and agent in (${places(agents)})
         and state in ('joined', 'invited')`,
      [...sessions, ...agents],
    );
  }

  /** Ends the loans to an agent, in one session or in all: the program that had them is gone. */
  async endLoans(tx: Tx, agent: string, session?: string): Promise<void> {
    await tx.change(
      `update agent_session_member set lent = 0 where agent = ? and lent > 0 ${session === undefined ? '' : 'and session = ?'}`,
      session === undefined ? [agent] : [agent, session],
    );
    if (session === undefined) this.#latest.allChanged(tx);
    else this.#latest.changed(tx, keyOf(session, agent));
  }

  /**
   * Returns memberships for which something may wait: nothing is lent at this time, and the session went on behind the position of an
   * agent that is in, or the invitation of another is behind it. Those first that were served longest ago.
   */
  async behind(agent: string, now: number, limit: number): Promise<readonly MemberRecord[]> {
    const rows = await this.reads.query<AgentSessionMemberTable>(
      `select ${qualified('m')} from agent_session_member m join agent_session s on s.id = m.session
         where m.agent = ? and m.lent <= ?
           and ((m.state = 'joined' and s.last > m.acknowledged) or (m.state = 'invited' and m.joined > m.acknowledged))
         order by m.served, m.session limit ?`,
      [agent, now, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns when the first loan to the agent ends that is not over; undefined when nothing is lent. */
  async nextReturn(agent: string, now: number): Promise<number | undefined> {
    const [row] = await this.reads.query<{ readonly lent: number | null }>(
      `select min(lent) as lent from agent_session_member where agent = ? and state in ('joined', 'invited') and lent > ?`,
      [agent, now],
    );
    return row?.lent === null || row === undefined ? undefined : Number(row.lent);
  }

  /** Returns the member of this node that is in and has the lowest position, but for `skip` others; sources read nothing. */
  async slowest(tx: Tx, session: string, skip: number): Promise<MemberRecord | undefined> {
    const [row] = await tx.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where session = ? and state = 'joined' and abroad = 0 and role <> 'source'
         order by acknowledged, agent limit 1 offset ?`,
      [session, skip],
    );
    return row && recordOf(row);
  }

  /** Returns the members in this role that joined first, the eldest ahead. */
  async eldest(tx: Tx, session: string, role: Role, limit: number): Promise<readonly MemberRecord[]> {
    const rows = await tx.query<AgentSessionMemberTable>(
      `select ${COLUMNS} from agent_session_member where session = ? and state = 'joined' and role = ? order by joined limit ?`,
      [session, role, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns the member that speaks after this one when all speak in turn: who joined next after it, and then the first one. */
  async nextSpeaker(tx: Tx, session: string, speaker: string): Promise<string | undefined> {
    const [row] = await tx.query<{ readonly agent: string }>(
      `select agent from agent_session_member where session = ? and state = 'joined' and role in ('coordinator', 'speaker')
         order by joined <= (select joined from agent_session_member where session = ? and agent = ?), joined limit 1`,
      [session, session, speaker],
    );
    return row?.agent;
  }

  /** Returns the number of members in one of these states. */
  async count(tx: Tx, session: string, ...states: readonly MemberState[]): Promise<number> {
    const [row] = await tx.query<{ readonly number: number }>(
      `select count(*) as number from agent_session_member where session = ? and state in (${states.map(() => '?').join(', ')})`,
      [session, ...states],
    );
    return Number(row?.number ?? 0);
  }

  async put(tx: Tx, member: MemberRecord): Promise<void> {
    const {
      session,
      agent,
      role,
      state,
      filters,
      byProfile,
      spans,
      acknowledged,
      delivered,
      lent,
      gap,
      missed,
      expired,
    } = member;
    const joined = spans.at(-1)?.from ?? 0;
    await tx.change(
      `insert into agent_session_member (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
         on conflict (session, agent) do update set role = excluded.role, state = excluded.state, filters = excluded.filters,
           by_profile = excluded.by_profile, spans = excluded.spans, acknowledged = excluded.acknowledged,
           delivered = excluded.delivered, lent = excluded.lent, gap_count = excluded.gap_count,
           gap_through = excluded.gap_through, missed = excluded.missed, joined = excluded.joined, expired = excluded.expired`,
      [
        ...[session, agent, role, state, JSON.stringify(filters), byProfile ? 1 : 0, JSON.stringify(spans)],
        ...[acknowledged, delivered, lent, gap?.count ?? 0, gap?.through ?? 0, missed, joined, expired],
      ],
    );
    this.#latest.changed(tx, keyOf(session, agent));
  }

  /** Lends messages to a member: it is given all up to `delivered`. */
  async lend(tx: Tx, { session, agent }: MemberRecord, loan: Loan): Promise<void> {
    const { acknowledged, delivered, lent, gap, served, expired } = loan;
    await tx.change(
      `update agent_session_member set acknowledged = ?, delivered = max(delivered, ?), lent = ?, gap_count = ?, gap_through = ?,
         served = ?, expired = expired + ? where session = ? and agent = ?`,
      [acknowledged, delivered, lent, gap?.count ?? 0, gap?.through ?? 0, served, expired, session, agent],
    );
    this.#latest.changed(tx, keyOf(session, agent));
  }

  /** Stores a position. */
  async move(tx: Tx, member: MemberRecord): Promise<void> {
    const { session, agent, acknowledged, delivered, lent, gap, missed, expired } = member;
    await tx.change(
      `update agent_session_member set acknowledged = ?, delivered = ?, lent = ?, gap_count = ?, gap_through = ?, missed = ?,
         expired = ? where session = ? and agent = ?`,
      [acknowledged, delivered, lent, gap?.count ?? 0, gap?.through ?? 0, missed, expired, session, agent],
    );
    this.#latest.changed(tx, keyOf(session, agent));
  }

  /** Gives the memberships of an agent that is no more to the name under which it is remembered. */
  async rename(tx: Tx, agent: string, former: string): Promise<void> {
    await tx.change('update agent_session_member set agent = ? where agent = ?', [former, agent]);
    this.#latest.allChanged(tx);
  }

  async removeOf(tx: Tx, session: string): Promise<void> {
    await tx.change('delete from agent_session_member where session = ?', [session]);
    this.#latest.allChanged(tx);
  }
}

/** Messages that are lent to a member. */
export interface Loan {
  readonly acknowledged: number;
  readonly delivered: number;
  readonly lent: number;
  readonly gap?: Gap;
  /** Milliseconds since 1970. */
  readonly served: number;
  /** Number of messages that expired and are passed over now. */
  readonly expired: number;
}

/** Agents have no slash in their identifiers. */
function keyOf(session: string, agent: string): string {
  return `${session}/${agent}`;
}

function qualified(table: string): string {
  return COLUMNS.split(',')
    .map((column) => `${table}.${column.trim()}`)
    .join(', ');
}

function recordOf(row: AgentSessionMemberTable): MemberRecord {
  const { session, agent, role, state, filters, by_profile, spans, gap_count, gap_through } = row;
  return {
    ...{ session, agent },
    role: role as Role,
    state: state as MemberState,
    filters: sharedJson(filters) as MemberRecord['filters'],
    byProfile: Number(by_profile) === 1,
    spans: sharedJson(spans) as MemberRecord['spans'],
    acknowledged: Number(row.acknowledged),
    delivered: Number(row.delivered),
    lent: Number(row.lent),
    ...(Number(gap_through) === 0 ? {} : { gap: { count: Number(gap_count), through: Number(gap_through) } }),
    missed: Number(row.missed),
    expired: Number(row.expired),
  };
}
