/** The rows of messages. */
import type { Parameter, Queries, Tx } from '../../store/index.js';
import type { AgentSessionMessageTable } from './database.js';
import { type Artifact, type MessageRecord, type MessageType, namedBy } from './message.js';
import { MessageDataRows } from './message-data.js';

const COLUMNS = `session, sequence, id, type, sender, at, receivers, subject, tags, in_reply_to, content, media_type, membership, details, artifacts, extension, expires, redacted`;

const UNREAD = ['content', 'details', 'artifacts', 'extension'];
/** The columns of a look at messages without what they carry, which may be long. */
const LEAN = COLUMNS.split(', ')
  .map((column) => (UNREAD.includes(column) ? `null as ${column}` : column))
  .join(', ');

/** The members of the JSON object of a row. */
const MEMBERS = COLUMNS.split(', ')
  .map((column) => `'${column}', ${column}`)
  .join(', ');

const VALUES = COLUMNS.split(', ')
  .map(() => '?')
  .join(', ');

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

/** Which expired messages are read. */
export interface Expired extends Required<Pick<MessageRange, 'after' | 'before' | 'limit'>> {
  readonly expiredAt: number;
  readonly oldest: number;
}

export class MessageRows {
  /** The data that these messages name. */
  readonly data: MessageDataRows;

  constructor(private readonly reads: Queries) {
    this.data = new MessageDataRows(reads);
  }

  async add(tx: Tx, session: string, message: MessageRecord): Promise<void> {
    const { sequence, id, type, from, at, to, subject, tags, inReplyTo, content, mediaType, membership } = message;
    const { details, artifacts, extension, expires, redacted } = message;
    await tx.change(`insert into agent_session_message (${COLUMNS}) values (${VALUES})`, [
      ...[session, sequence, id, type, from ?? null, at, to.length > 0 ? JSON.stringify(to) : null, subject ?? null],
      ...[tags.length > 0 ? JSON.stringify(tags) : null, inReplyTo ?? null, content ?? null, mediaType ?? null],
      ...[membership ? JSON.stringify(membership) : null, details ? JSON.stringify(details) : null],
      ...[artifacts ? JSON.stringify(artifacts) : null, extension ?? null, expires ?? null],
      redacted ? JSON.stringify(redacted) : null,
    ]);
    await this.data.add(tx, session, sequence, namedBy(message));
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
    const columns = whole ? COLUMNS : LEAN;
    const select = `select ${columns} from agent_session_message where session = ? and sequence > ? and sequence < ?
         order by sequence ${newestFirst ? 'desc' : ''} limit ?`;
    const parameters = [session, after, before, limit];
    const rows = whole
      ? await from.query<AgentSessionMessageTable>(select, parameters)
      : await leanRows(from, select, parameters);
    return rows.map(recordOf);
  }

  /** Returns messages without what they carry that expired, or are older than `oldest`; both in milliseconds since 1970. */
  async expired(
    session: string,
    { after, before, limit, expiredAt, oldest }: Expired,
    from: Queries = this.reads,
  ): Promise<readonly MessageRecord[]> {
    // Without it, the index of messages that expire is enough.
    const aged = oldest > 0 ? 'or at < ?' : '';
    const rows = await from.query<AgentSessionMessageTable>(
      `select ${LEAN} from agent_session_message where session = ? and sequence > ? and sequence < ?
         and ((expires is not null and expires <= ?) ${aged}) order by sequence limit ?`,
      [session, after, before, expiredAt, ...(oldest > 0 ? [oldest] : []), limit],
    );
    return rows.map(recordOf);
  }

  /** Returns those of these messages that are kept, in their order. Data that were deleted are not named. */
  async among(session: string, sequences: readonly number[]): Promise<readonly MessageRecord[]> {
    const rows = await this.reads.query<AgentSessionMessageTable>(
      `select ${COLUMNS} from agent_session_message where session = ? and sequence in (${sequences.map(() => '?').join(', ')})
         order by sequence`,
      [session, ...sequences],
    );
    return this.#present(session, rows.map(recordOf));
  }

  /** Returns messages of a session, without what they carry, that name the data parameter: the newest first. */
  async naming(
    session: string,
    param: string,
    { before, limit }: { readonly before: number; readonly limit: number },
    from: Queries = this.reads,
  ): Promise<readonly MessageRecord[]> {
    const rows = await from.query<AgentSessionMessageTable>(
      `select ${LEAN} from agent_session_message where session = ?1 and sequence in (select sequence from agent_session_data
         where param = ?2 and session = ?1 and sequence < ?3 order by sequence desc limit ?4) order by sequence desc`,
      [session, param, before, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns the octets of the contents of messages, by their numbers. */
  async sizes(session: string, sequences: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (sequences.length === 0) return new Map();
    const rows = await this.reads.query<{ readonly sequence: number; readonly octets: number | null }>(
      `select sequence, octet_length(content) as octets from agent_session_message
         where session = ? and sequence in (${sequences.map(() => '?').join(', ')})`,
      [session, ...sequences],
    );
    return new Map(rows.map(({ sequence, octets }) => [Number(sequence), Number(octets ?? 0)]));
  }

  /** Returns messages behind `after` that answer this one, the oldest first. Data that were deleted are not named. */
  async repliesTo(
    session: string,
    sequence: number,
    { after = 0, limit }: MessageRange,
  ): Promise<readonly MessageRecord[]> {
    const rows = await this.reads.query<AgentSessionMessageTable>(
      `select ${COLUMNS} from agent_session_message where session = ? and in_reply_to = ? and sequence > ?
         order by sequence limit ?`,
      [session, sequence, after, limit],
    );
    return this.#present(session, rows.map(recordOf));
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
    await this.data.removeThrough(tx, session, through);
  }

  /** Gives what an agent that is no more said to the name under which it is remembered. */
  async rename(tx: Tx, agent: string, former: string): Promise<void> {
    await tx.change('update agent_session_message set sender = ? where sender = ?', [former, agent]);
  }

  /** Removes the names of data that were deleted: other data may have their identifiers now. */
  async #present(session: string, messages: readonly MessageRecord[]): Promise<readonly MessageRecord[]> {
    const naming = messages.filter((message) => namedBy(message).length > 0).map(({ sequence }) => sequence);
    if (naming.length === 0) return messages;
    const named = await this.data.namedIn(session, naming);
    return messages.map((message) => {
      const { artifacts, sequence } = message;
      if (!artifacts) return message;
      return { ...message, artifacts: artifacts.map((each) => present(each, named.get(sequence))) };
    });
  }
}

function present(artifact: Artifact, named: ReadonlySet<string> | undefined): Artifact {
  const { 'data-param': param, ...about } = artifact;
  return param === undefined || named?.has(param) ? artifact : about;
}

/**
 * Reads many rows as one JSON text, in a third of the time that their values take one by one. Not for contents: the text of many long
 * ones would be too long.
 */
async function leanRows(
  from: Queries,
  select: string,
  parameters: readonly Parameter[],
): Promise<readonly AgentSessionMessageTable[]> {
  const [row] = await from.query<{ readonly list: string }>(
    `select json_group_array(json_object(${MEMBERS})) as list from (${select})`,
    parameters,
  );
  return JSON.parse(row?.list ?? '[]');
}

function recordOf(row: AgentSessionMessageTable): MessageRecord {
  const { id, type, sender, receivers, subject, tags, in_reply_to, content, media_type, membership, details } = row;
  const { artifacts, extension, expires, redacted } = row;
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
    ...(artifacts === null ? {} : { artifacts: JSON.parse(artifacts) }),
    ...(extension === null ? {} : { extension }),
    ...(expires === null ? {} : { expires: Number(expires) }),
    ...(redacted === null ? {} : { redacted: JSON.parse(redacted) }),
  };
}
