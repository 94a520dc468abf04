/** The rows of messages. */
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionMessageTable } from './database.js';
import type { MessageRecord, MessageType } from './message.js';

const COLUMNS = `session, sequence, id, type, sender, at, receivers, subject, tags, in_reply_to, content, media_type, membership, details`;

/** The columns by which messages are chosen: without their contents. */
const LEAN_COLUMNS = COLUMNS.replace(' content,', ' null as content,').replace(' details', ' null as details');

/** Which messages of a session are read. */
export interface MessageRange {
  /** Only behind this number. */
  readonly after?: number;
  /** Only ahead of this number. */
  readonly before?: number;
  readonly limit: number;
  /** Default: the lowest number first. */
  readonly newestFirst?: boolean;
  /** False: without their contents. Default: true. */
  readonly whole?: boolean;
}

export class MessageRows {
  constructor(private readonly reads: Queries) {}

  async add(tx: Tx, session: string, message: MessageRecord): Promise<void> {
    const { sequence, id, type, from, at, to, subject, tags, inReplyTo, content, mediaType, membership, details } =
      message;
    await tx.change(
      `insert into agent_session_message (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[session, sequence, id, type, from ?? null, at, to.length > 0 ? JSON.stringify(to) : null, subject ?? null],
        ...[tags.length > 0 ? JSON.stringify(tags) : null, inReplyTo ?? null, content ?? null, mediaType ?? null],
        ...[membership ? JSON.stringify(membership) : null, details ? JSON.stringify(details) : null],
      ],
    );
  }

  async get(session: string, sequence: number, from: Queries = this.reads): Promise<MessageRecord | undefined> {
    const [row] = await from.query<AgentSessionMessageTable>(
      `select ${COLUMNS} from agent_session_message where session = ? and sequence = ?`,
      [session, sequence],
    );
    return row && recordOf(row);
  }

  /** Returns the message of this sender that has this identifier. */
  async ofId(from: Queries, session: string, sender: string, id: string): Promise<MessageRecord | undefined> {
    const [row] = await from.query<AgentSessionMessageTable>(
      `select ${COLUMNS} from agent_session_message where sender = ? and id = ? and session = ?`,
      [sender, id, session],
    );
    return row && recordOf(row);
  }

  /** Returns the direct session into which this sender put a message with this identifier. */
  async directOfId(tx: Tx, sender: string, id: string): Promise<string | undefined> {
    const [row] = await tx.query<{ readonly session: string }>(
      `select m.session from agent_session_message m join agent_session s on s.id = m.session
         where m.sender = ? and m.id = ? and s.kind = 'direct' order by m.at limit 1`,
      [sender, id],
    );
    return row?.session;
  }

  async range(session: string, range: MessageRange, from: Queries = this.reads): Promise<readonly MessageRecord[]> {
    const { after = 0, before = Number.MAX_SAFE_INTEGER, limit, newestFirst = false, whole = true } = range;
    const columns = whole ? COLUMNS : LEAN_COLUMNS;
    const rows = await from.query<AgentSessionMessageTable>(
      `select ${columns} from agent_session_message where session = ? and sequence > ? and sequence < ?
         order by sequence ${newestFirst ? 'desc' : ''} limit ?`,
      [session, after, before, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns those of these messages that are kept, in their order. */
  async among(session: string, sequences: readonly number[]): Promise<readonly MessageRecord[]> {
    const rows = await this.reads.query<AgentSessionMessageTable>(
      `select ${COLUMNS} from agent_session_message where session = ? and sequence in (${sequences.map(() => '?').join(', ')})
         order by sequence`,
      [session, ...sequences],
    );
    return rows.map(recordOf);
  }

  /** Returns messages that answer this one, the oldest first. */
  async repliesTo(session: string, sequence: number, limit: number): Promise<readonly MessageRecord[]> {
    const rows = await this.reads.query<AgentSessionMessageTable>(
      `select ${COLUMNS} from agent_session_message where session = ? and in_reply_to = ? order by sequence limit ?`,
      [session, sequence, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns the newest messages for all of one of these types, the oldest first. */
  async newestOf(
    tx: Tx,
    session: string,
    types: readonly MessageType[],
    limit: number,
  ): Promise<readonly MessageRecord[]> {
    const rows = await tx.query<AgentSessionMessageTable>(
      `select ${COLUMNS} from agent_session_message where session = ? and receivers is null
         and type in (${types.map(() => '?').join(', ')}) order by sequence desc limit ?`,
      [session, ...types, limit],
    );
    return rows.map(recordOf).toReversed();
  }

  /** Returns the newest messages that tell where the floor went, the newest first. */
  async courseOf(
    session: string,
    { before = Number.MAX_SAFE_INTEGER, limit }: Pick<MessageRange, 'before' | 'limit'>,
  ): Promise<readonly MessageRecord[]> {
    const rows = await this.reads.query<AgentSessionMessageTable>(
      `select ${COLUMNS.replace(' content,', ' null as content,')} from agent_session_message
         where session = ? and sequence < ? and type in ('floor', 'discussion', 'task-assignment', 'pause', 'conclude')
         order by sequence desc limit ?`,
      [session, before, limit],
    );
    return rows.map(recordOf);
  }

  /** Deletes the oldest messages of a session up to `through`. */
  async removeThrough(tx: Tx, session: string, through: number): Promise<void> {
    await tx.change('delete from agent_session_message where session = ? and sequence <= ?', [session, through]);
  }

  /** Gives what an agent that is no more said to the name under which it is remembered. */
  async rename(tx: Tx, agent: string, former: string): Promise<void> {
    await tx.change('update agent_session_message set sender = ? where sender = ?', [former, agent]);
  }
}

function recordOf(row: AgentSessionMessageTable): MessageRecord {
  const { id, type, sender, receivers, subject, tags, in_reply_to, content, media_type, membership, details } = row;
  return {
    sequence: Number(row.sequence),
    id,
    type: type as MessageType,
    ...(sender === null ? {} : { from: sender }),
    at: Number(row.at),
    to: receivers === null ? [] : JSON.parse(receivers),
    ...(subject === null ? {} : { subject }),
    tags: tags === null ? [] : JSON.parse(tags),
    ...(in_reply_to === null ? {} : { inReplyTo: Number(in_reply_to) }),
    ...(content === null ? {} : { content }),
    ...(media_type === null ? {} : { mediaType: media_type }),
    ...(membership === null ? {} : { membership: JSON.parse(membership) }),
    ...(details === null ? {} : { details: JSON.parse(details) }),
  };
}
