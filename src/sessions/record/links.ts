/** The rows of peers that read sessions: one position each, however many members are behind it. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionLinkTable } from './database.js';

export interface LinkRecord {
  readonly session: string;
  /** Name of the peer. */
  readonly peer: string;
  /** The last message that it has acknowledged. */
  readonly position: number;
  /** False: it has acknowledged nothing, and is told the members. */
  readonly begun: boolean;
  /** True: it reads from the first message on. */
  readonly whole: boolean;
}

const COLUMNS = 'session, peer, position, begun, whole';

export class LinkRows {
  constructor(private readonly reads: Queries) {}

  async get(session: string, peer: string, from: Queries = this.reads): Promise<LinkRecord | undefined> {
    const [row] = await from.query<AgentSessionLinkTable>(
      `select ${COLUMNS} from agent_session_link where session = ? and peer = ?`,
      [session, peer],
    );
    return row && recordOf(row);
  }

  /** Returns the peers that read a session. */
  async of(session: string): Promise<readonly LinkRecord[]> {
    const rows = await this.reads.query<AgentSessionLinkTable>(
      `select ${COLUMNS} from agent_session_link where session = ? order by peer`,
      [session],
    );
    return rows.map(recordOf);
  }

  /** Returns all of them, as pairs of session and peer. */
  async all(): Promise<readonly Pick<LinkRecord, 'session' | 'peer'>[]> {
    return this.reads.query<Pick<AgentSessionLinkTable, 'session' | 'peer'>>(
      'select session, peer from agent_session_link',
      [],
    );
  }

  /** Returns identifiers of the sessions behind `after` that a peer reads. */
  async page(peer: string, after: string, limit: number): Promise<readonly string[]> {
    const rows = await this.reads.query<Pick<AgentSessionLinkTable, 'session'>>(
      'select session from agent_session_link where peer = ? and session > ? order by session limit ?',
      [peer, after, limit],
    );
    return rows.map(({ session }) => session);
  }

  async put(tx: Tx, { session, peer, position, begun, whole }: LinkRecord): Promise<void> {
    await tx.change(
      `insert into agent_session_link (${COLUMNS}) values (?, ?, ?, ?, ?)
         on conflict (session, peer) do update set position = excluded.position, begun = excluded.begun, whole = excluded.whole`,
      [session, peer, position, begun ? 1 : 0, whole ? 1 : 0],
    );
  }

  async removeOf(tx: Tx, session: string): Promise<void> {
    await tx.change('delete from agent_session_link where session = ?', [session]);
  }
}

function recordOf({ session, peer, position, begun, whole }: AgentSessionLinkTable): LinkRecord {
  return {
    ...{ session, peer },
    position: Number(position),
    begun: Number(begun) === 1,
    whole: Number(whole) === 1,
  };
}
