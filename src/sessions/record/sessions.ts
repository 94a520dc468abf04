/** The rows of sessions. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionTable } from './database.js';
import type { CloseReason, SessionRecord } from './session.js';
import { type SessionKind, storedTerms } from './terms.js';

/** A session that is stored for the first time. */
export interface FreshSession extends SessionRecord {
  /** Identifier that the user gave to his request. */
  readonly request?: string;
  /** The key of a direct session: its members. */
  readonly direct?: string;
}

const COLUMNS = `id, kind, name, goal, coordinator, owner, request, direct, created, state, since, close_reason, terms, admission,
  first, last`;

export class SessionRows {
  constructor(private readonly reads: Queries) {}

  async get(id: string, from: Queries = this.reads): Promise<SessionRecord | undefined> {
    const [row] = await from.query<AgentSessionTable>(`select ${COLUMNS} from agent_session where id = ?`, [id]);
    return row && recordOf(row);
  }

  /** Returns the session that the user opened by this request. */
  async ofRequest(tx: Tx, owner: string, request: string): Promise<SessionRecord | undefined> {
    const [row] = await tx.query<AgentSessionTable>(
      `select ${COLUMNS} from agent_session where owner = ? and request = ?`,
      [owner, request],
    );
    return row && recordOf(row);
  }

  /** Returns the open direct session of these agents. */
  async ofMembers(tx: Tx, direct: string): Promise<SessionRecord | undefined> {
    const [row] = await tx.query<AgentSessionTable>(`select ${COLUMNS} from agent_session where direct = ?`, [direct]);
    return row && recordOf(row);
  }

  /** Returns the sessions behind `after` in the order of their identifiers. */
  async page(after: string, limit: number): Promise<readonly SessionRecord[]> {
    const rows = await this.reads.query<AgentSessionTable>(
      `select ${COLUMNS} from agent_session where id > ? order by id limit ?`,
      [after, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns the sessions of which one of these agents is or was a member, and those that let in any agent of this node. */
  async pageOf(agents: readonly string[], after: string, limit: number): Promise<readonly SessionRecord[]> {
    const rows = await this.reads.query<AgentSessionTable>(
      `select ${COLUMNS} from agent_session where id > ? and ((admission = 'node' and state = 'open') or id in (select session from agent_session_member
         where agent in (${agents.length > 0 ? agents.map(() => '?').join(', ') : "''"}) and session > ?)) order by id limit ?`,
      [after, ...agents, after, limit],
    );
    return rows.map(recordOf);
  }

  async countOpen(tx: Tx, owner: string): Promise<number> {
    const [row] = await tx.query<{ readonly number: number }>(
      `select count(*) as number from agent_session where owner = ? and state = 'open'`,
      [owner],
    );
    return Number(row?.number ?? 0);
  }

  async add(tx: Tx, session: FreshSession): Promise<void> {
    const { id, kind, name, goal, coordinator, owner, request, direct, created, state, since, terms, first, last } =
      session;
    await tx.change(
      `insert into agent_session (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, ?, ?, ?, ?)`,
      [
        ...[id, kind, name ?? null, goal ?? null, coordinator ?? null, owner, request ?? null, direct ?? null],
        ...[created, state, since, JSON.stringify(terms), terms.admission, first, last],
      ],
    );
  }

  async setLast(tx: Tx, id: string, last: number): Promise<void> {
    await tx.change('update agent_session set last = ? where id = ?', [last, id]);
  }

  async setFirst(tx: Tx, id: string, first: number): Promise<void> {
    await tx.change('update agent_session set first = ? where id = ?', [first, id]);
  }

  async setTerms(tx: Tx, { id, name, goal, terms }: SessionRecord): Promise<void> {
    await tx.change('update agent_session set name = ?, goal = ?, terms = ?, admission = ? where id = ?', [
      name ?? null,
      goal ?? null,
      JSON.stringify(terms),
      terms.admission,
      id,
    ]);
  }

  async setCoordinator(tx: Tx, id: string, coordinator: string | undefined): Promise<void> {
    await tx.change('update agent_session set coordinator = ? where id = ?', [coordinator ?? null, id]);
  }

  /** Lets the next message between these agents open another direct session. */
  async setApart(tx: Tx, id: string): Promise<void> {
    await tx.change('update agent_session set direct = null where id = ?', [id]);
  }

  async close(tx: Tx, id: string, reason: CloseReason, since: number): Promise<void> {
    await tx.change(
      `update agent_session set state = 'closed', direct = null, close_reason = ?, since = ? where id = ?`,
      [reason, since, id],
    );
  }

  /** Returns identifiers of sessions that were closed before `since`. */
  async closedBefore(since: number, limit: number): Promise<readonly string[]> {
    const rows = await this.reads.query<{ readonly id: string }>(
      `select id from agent_session where state = 'closed' and since < ? limit ?`,
      [since, limit],
    );
    return rows.map(({ id }) => id);
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.change('delete from agent_session where id = ?', [id]);
  }
}

function recordOf(row: AgentSessionTable): SessionRecord {
  const { id, kind, name, goal, coordinator, owner, created, state, since, close_reason, terms, first, last } = row;
  return {
    ...{ id, owner },
    kind: kind as SessionKind,
    ...(name === null ? {} : { name }),
    ...(goal === null ? {} : { goal }),
    ...(coordinator === null ? {} : { coordinator }),
    created: Number(created),
    state: state as SessionRecord['state'],
    since: Number(since),
    ...(close_reason === null ? {} : { closeReason: close_reason as CloseReason }),
    terms: storedTerms(kind as SessionKind, terms),
    first: Number(first),
    last: Number(last),
  };
}
