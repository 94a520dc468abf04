/** The rows of sessions. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionTable } from './database.js';
import type { Floor } from './floor.js';
import { Latest } from './latest.js';
import type { CloseReason, Continues, Copy, Opening, SessionRecord } from './session.js';
import { type SessionKind, storedTerms } from './terms.js';

/** A session that is stored for the first time. */
export interface FreshSession extends SessionRecord {
  /** Identifier that the user gave to his request. */
  readonly request?: string;
  /** The key of a direct session: its members. */
  readonly direct?: string;
}

/** The end of a session. */
export interface Closing {
  readonly reason: CloseReason;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The conclusion of a team. */
  readonly conclusion?: string;
}

const COLUMNS = `id, kind, name, goal, initiator, coordinator, owner, request, direct, created, state, since, close_reason,
  conclusion, terms, admission, floor, parent_task, parent_session, parent_completes, depth, opening, first, last, standing,
  home, peer, complete, problem, continues, continued_by`;

export class SessionRows {
  readonly #latest = new Latest<SessionRecord>();

  constructor(private readonly reads: Queries) {}

  async get(id: string, from: Queries = this.reads): Promise<SessionRecord | undefined> {
    const [row] = await from.query<AgentSessionTable>(`select ${COLUMNS} from agent_session where id = ?`, [id]);
    return row && recordOf(row);
  }

  /** Returns the session as the transaction finds it. */
  async latest(tx: Tx, id: string): Promise<SessionRecord | undefined> {
    return this.#latest.get(id, () => this.get(id, tx));
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
      `select ${COLUMNS} from agent_session where id > ? and ((admission = 'node' and state <> 'closed') or id in (select session from agent_session_member
         where agent in (select value from json_each(?)) and session > ?)) order by id limit ?`,
      [after, JSON.stringify(agents), after, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns the open session of an entry of `standing`. */
  async ofStanding(name: string, from: Queries = this.reads): Promise<SessionRecord | undefined> {
    const [row] = await from.query<AgentSessionTable>(
      `select ${COLUMNS} from agent_session where standing = ? and state <> 'closed'`,
      [name],
    );
    return row && recordOf(row);
  }

  async countOpen(tx: Tx, owner: string): Promise<number> {
    const [row] = await tx.query<{ readonly number: number }>(
      `select count(*) as number from agent_session where owner = ? and state <> 'closed'`,
      [owner],
    );
    return Number(row?.number ?? 0);
  }

  async add(tx: Tx, session: FreshSession): Promise<void> {
    const { id, kind, name, goal, initiator, coordinator, owner, request, direct, created, state, since } = session;
    const { terms, floor, parent, depth, opening, first, last, standing, copy, continues } = session;
    await tx.change(
      `insert into agent_session (${COLUMNS})
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, ?, null)`,
      [
        ...[id, kind, name ?? null, goal ?? null, initiator, coordinator ?? null, owner, request ?? null],
        ...[direct ?? null, created, state, since, JSON.stringify(terms), terms.admission, jsonOf(floor)],
        ...[parent?.task ?? null, parent?.session ?? null, parent?.completes === false ? 0 : 1, depth, jsonOf(opening)],
        ...[first, last, standing ?? null, copy?.home ?? null, copy?.peer ?? null, copy?.complete === false ? 0 : 1],
        jsonOf(continues),
      ],
    );
    this.#latest.changed(tx, id);
  }

  async setLast(tx: Tx, id: string, last: number): Promise<void> {
    await tx.change('update agent_session set last = ? where id = ?', [last, id]);
    this.#latest.changed(tx, id, (session) => ({ ...session, last }));
  }

  async setFirst(tx: Tx, id: string, first: number): Promise<void> {
    await tx.change('update agent_session set first = ? where id = ?', [first, id]);
    this.#latest.changed(tx, id);
  }

  async setTerms(tx: Tx, { id, name, goal, terms }: SessionRecord): Promise<void> {
    await tx.change('update agent_session set name = ?, goal = ?, terms = ?, admission = ? where id = ?', [
      name ?? null,
      goal ?? null,
      JSON.stringify(terms),
      terms.admission,
      id,
    ]);
    this.#latest.changed(tx, id);
  }

  async setCoordinator(tx: Tx, id: string, coordinator: string | undefined): Promise<void> {
    await tx.change('update agent_session set coordinator = ? where id = ?', [coordinator ?? null, id]);
    this.#latest.changed(tx, id);
  }

  /** Gives the sessions that an agent opened which is no more to the name under which it is remembered. */
  async rename(tx: Tx, agent: string, former: string): Promise<void> {
    await tx.change('update agent_session set initiator = ? where initiator = ?', [former, agent]);
  }

  /** Stores how far a team is. */
  async setCourse(tx: Tx, { id, state, since, floor, opening }: SessionRecord): Promise<void> {
    await tx.change('update agent_session set state = ?, since = ?, floor = ?, opening = ? where id = ?', [
      ...[state, since, jsonOf(floor), jsonOf(opening)],
      id,
    ]);
    this.#latest.changed(tx, id);
  }

  /** Lets the next message between these agents open another direct session. */
  async setApart(tx: Tx, id: string): Promise<void> {
    await tx.change('update agent_session set direct = null where id = ?', [id]);
    this.#latest.changed(tx, id);
  }

  async close(tx: Tx, id: string, { reason, since, conclusion }: Closing): Promise<void> {
    await tx.change(
      `update agent_session set state = 'closed', direct = null, close_reason = ?, since = ?, conclusion = ?, floor = null,
         opening = null where id = ?`,
      [reason, since, conclusion ?? null, id],
    );
    this.#latest.changed(tx, id);
  }

  /** Stores a copy as its home tells it now. */
  async setCopy(tx: Tx, session: SessionRecord): Promise<void> {
    const { id, name, goal, coordinator, state, since, closeReason, conclusion, terms, floor, copy } = session;
    await tx.change(
      `update agent_session set name = ?, goal = ?, coordinator = ?, state = ?, since = ?, close_reason = ?, conclusion = ?, terms = ?,
         floor = ?, complete = ?, problem = ?, first = ?, last = ? where id = ?`,
      [
        ...[name ?? null, goal ?? null, coordinator ?? null, state, since, closeReason ?? null, conclusion ?? null],
        ...[JSON.stringify(terms), jsonOf(floor), copy?.complete === false ? 0 : 1, copy?.problem ?? null],
        ...[session.first, session.last, id],
      ],
    );
    this.#latest.changed(tx, id);
  }

  /** Stores as which session this one goes on. */
  async setContinued(tx: Tx, id: string, by: string): Promise<void> {
    await tx.change('update agent_session set continued_by = ? where id = ?', [by, id]);
    this.#latest.changed(tx, id);
  }

  /** Stores over which peer a copy comes. */
  async setPeer(tx: Tx, id: string, peer: string): Promise<void> {
    await tx.change('update agent_session set peer = ? where id = ?', [peer, id]);
    this.#latest.changed(tx, id);
  }

  /** Returns the homes of open copies, each with the peer over which they come. */
  async homes(): Promise<readonly Pick<Copy, 'home' | 'peer'>[]> {
    return this.reads.query<Pick<Copy, 'home' | 'peer'>>(
      `select distinct home, peer from agent_session where home is not null and peer is not null and state <> 'closed'`,
      [],
    );
  }

  /** Returns identifiers of the open copies of a home that come over a peer. */
  async copiesOf(tx: Tx, home: string, peer: string): Promise<readonly string[]> {
    const rows = await tx.query<{ readonly id: string }>(
      `select id from agent_session where peer = ? and home = ? and state <> 'closed' order by id`,
      [peer, home],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the number of open copies of sessions that come from a peer. */
  async countCopies(tx: Tx, peer: string): Promise<number> {
    const [row] = await tx.query<{ readonly number: number }>(
      `select count(*) as number from agent_session where peer = ? and state <> 'closed'`,
      [peer],
    );
    return Number(row?.number ?? 0);
  }

  /** Returns the open teams that were formed for this task. */
  async ofTask(tx: Tx, task: string): Promise<readonly SessionRecord[]> {
    const rows = await tx.query<AgentSessionTable>(
      `select ${COLUMNS} from agent_session where parent_task = ? and state <> 'closed' order by id`,
      [task],
    );
    return rows.map(recordOf);
  }

  /** Returns the coordinators of open teams. */
  async coordinators(): Promise<readonly string[]> {
    const rows = await this.reads.query<{ readonly coordinator: string }>(
      `select distinct coordinator from agent_session where kind = 'team' and state <> 'closed' and home is null and coordinator is not null`,
      [],
    );
    return rows.map(({ coordinator }) => coordinator);
  }

  /** Returns the open teams that this agent leads; undefined: those without a coordinator. */
  async ledBy(tx: Tx, agent: string | undefined): Promise<readonly SessionRecord[]> {
    const rows = await tx.query<AgentSessionTable>(
      `select ${COLUMNS} from agent_session where kind = 'team' and state <> 'closed' and home is null and coordinator is ? order by id`,
      [agent ?? null],
    );
    return rows.map(recordOf);
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
    this.#latest.changed(tx, id);
  }
}

function recordOf(row: AgentSessionTable): SessionRecord {
  const { id, kind, name, goal, initiator, coordinator, owner, created, state, since, close_reason } = row;
  const { conclusion, terms, floor, parent_task: task, parent_session: parent, opening, first, last } = row;
  const completes = Number(row.parent_completes) === 1;
  return {
    ...{ id, owner, initiator },
    kind: kind as SessionKind,
    ...(name === null ? {} : { name }),
    ...(goal === null ? {} : { goal }),
    ...(row.standing === null ? {} : { standing: row.standing }),
    ...(coordinator === null ? {} : { coordinator }),
    created: Number(created),
    state: state as SessionRecord['state'],
    since: Number(since),
    ...(close_reason === null ? {} : { closeReason: close_reason as CloseReason }),
    ...(conclusion === null ? {} : { conclusion }),
    terms: storedTerms(kind as SessionKind, terms),
    ...(floor === null ? {} : { floor: JSON.parse(floor) as Floor }),
    ...(task === null ? {} : { parent: { task, ...(parent === null ? {} : { session: parent }), completes } }),
    depth: Number(row.depth),
    ...placeOf(row),
    ...(opening === null ? {} : { opening: JSON.parse(opening) as Opening }),
    first: Number(first),
    last: Number(last),
  };
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function placeOf({ home, peer, complete, problem, continues, continued_by: by }: AgentSessionTable) {
  const copy: Copy | undefined =
    home === null || peer === null
      ? undefined
      : { home, peer, complete: Number(complete) === 1, ...(problem === null ? {} : { problem }) };
  return {
    ...(copy ? { copy } : {}),
    ...(continues === null ? {} : { continues: JSON.parse(continues) as Continues }),
    ...(by === null ? {} : { continuedBy: by }),
  };
}
