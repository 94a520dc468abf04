/** The rows of messages on their way to the home of their session. */
import { shownAgent } from '../../agents/index.js';
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Queries, Tx } from '../../store/index.js';
import type { AgentSessionPostTable } from './database.js';

/** The input of `send`. */
export type SendInput = YangentSessionsRpcs['yangent-sessions:send']['input'];
/** Actions that an agent takes by itself, and that wait for the home as messages do. */
export type PostedAction = 'join' | 'decline' | 'leave';

/** Tells why the home refused a message. */
export interface Refusal {
  readonly tag: string;
  readonly appTag?: string;
  readonly message?: string;
}

/** Names a post. */
export interface PostKey {
  readonly session: string;
  /** Identifier of the agent that sent it. */
  readonly sender: string;
  /** Identifier of the message. */
  readonly id: string;
}

/** A message that has no number yet, or an action, which waits for the home of its session. */
export interface Post extends PostKey {
  /** Tells the order in which posts were stored. */
  readonly number: number;
  /** Name of the peer to which it goes. */
  readonly peer: string;
  /** Absent: it is a message. */
  readonly action?: PostedAction;
  /** The input, with names as they are abroad; of a refused message only its agent. */
  readonly request: SendInput | { readonly agent: string };
  /** Absent: it waits. */
  readonly refusal?: Refusal;
}

/** Characters of a refusal that are kept. */
const LONGEST_TAG = 64;
const LONGEST_REASON = 1_000;

/** Which refused messages are read. */
export interface Refused {
  /** Only of this session. */
  readonly session?: string | undefined;
  /** Only behind this number. */
  readonly after?: number;
  readonly limit: number;
}

const COLUMNS = 'number, session, peer, sender, id, action, request, refusal';

export class PostRows {
  constructor(private readonly reads: Queries) {}

  /** Adds a post behind all others; one that is there stays. @param at milliseconds since 1970 */
  async add(
    tx: Tx,
    { session, peer, sender, id, action, request }: Omit<Post, 'number' | 'refusal'>,
    at: number,
  ): Promise<void> {
    await tx.change(
      `insert into agent_session_post (session, peer, sender, id, action, request, at, refusal) values (?, ?, ?, ?, ?, ?, ?, null)
         on conflict (session, sender, id) do nothing`,
      [session, peer, sender, id, action ?? null, JSON.stringify(request), at],
    );
  }

  async get(session: string, sender: string, id: string, from: Queries = this.reads): Promise<Post | undefined> {
    const [row] = await from.query<AgentSessionPostTable>(
      `select ${COLUMNS} from agent_session_post where session = ? and sender = ? and id = ?`,
      [session, sender, id],
    );
    return row && recordOf(row);
  }

  /** Returns those that wait for a peer behind this number, in order. Those of copies with a problem stay until these are continued. */
  async waiting(peer: string, after: number, limit: number): Promise<readonly Post[]> {
    const rows = await this.reads.query<AgentSessionPostTable>(
      `select ${COLUMNS} from agent_session_post where peer = ? and number > ? and refusal is null
         and not exists (select 1 from agent_session where agent_session.id = agent_session_post.session and problem is not null)
         order by number limit ?`,
      [peer, after, limit],
    );
    return rows.map(recordOf);
  }

  /** Returns all of a session that wait, in order. */
  async waitingOf(tx: Tx, session: string): Promise<readonly Post[]> {
    const rows = await tx.query<AgentSessionPostTable>(
      `select ${COLUMNS} from agent_session_post where session = ? and refusal is null order by number`,
      [session],
    );
    return rows.map(recordOf);
  }

  /**
   * True when so many wait for a peer. All are counted only when its numbers are that far apart: counting takes longer the more wait, and
   * each sender would feel it.
   */
  async isFull(tx: Queries, peer: string, most: number): Promise<boolean> {
    const [row] = await tx.query<{ readonly span: number | null }>(
      `select (select max(number) from agent_session_post where peer = ?1 and refusal is null)
            - (select min(number) from agent_session_post where peer = ?1 and refusal is null) + 1 as span`,
      [peer],
    );
    return Number(row?.span ?? 0) >= most && (await this.#count(tx, 'peer = ? and refusal is null', peer)) >= most;
  }

  async countOf(session: string): Promise<number> {
    return this.#count(this.reads, 'session = ? and refusal is null', session);
  }

  async #count(from: Queries, where: string, value: string): Promise<number> {
    const [row] = await from.query<{ readonly number: number }>(
      `select count(*) as number from agent_session_post where ${where}`,
      [value],
    );
    return Number(row?.number ?? 0);
  }

  /** Returns refused messages of these agents, in one session or in all, in order. */
  async refused(agents: readonly string[], { session, after = 0, limit }: Refused): Promise<readonly Post[]> {
    const rows = await this.reads.query<AgentSessionPostTable>(
      `select ${COLUMNS} from agent_session_post where refusal is not null and sender in (select value from json_each(?))
         and number > ? ${session === undefined ? '' : 'and session = ?'} order by number limit ?`,
      [JSON.stringify(agents), after, ...(session === undefined ? [] : [session]), limit],
    );
    return rows.map(recordOf);
  }

  /** Returns the agents of other nodes that have refused messages. */
  async refusedAbroad(): Promise<readonly string[]> {
    const rows = await this.reads.query<Pick<AgentSessionPostTable, 'sender'>>(
      `select distinct sender from agent_session_post where refusal is not null and instr(sender, '@') > 0`,
      [],
    );
    return rows.map(({ sender }) => sender);
  }

  /** Returns how many refused messages an agent has not acknowledged. */
  async countRefused(tx: Queries, sender: string): Promise<number> {
    return this.#count(tx, 'sender = ? and refusal is not null', sender);
  }

  /** Returns refused messages of a session with these identifiers, whoever sent them. */
  async refusedNamed(tx: Tx, session: string, ids: readonly string[]): Promise<readonly Post[]> {
    const rows = await tx.query<AgentSessionPostTable>(
      `select ${COLUMNS} from agent_session_post where session = ? and refusal is not null and id in (select value from json_each(?))`,
      [session, JSON.stringify(ids)],
    );
    return rows.map(recordOf);
  }

  /** Marks a message as refused: what it says is not kept. Another node has chosen the words: of long ones the beginning is kept. */
  async refuse(tx: Tx, { session, sender, id }: PostKey, { tag, appTag, message }: Refusal): Promise<void> {
    const why: Refusal = {
      tag: tag.slice(0, LONGEST_TAG),
      ...(appTag === undefined ? {} : { appTag: appTag.slice(0, LONGEST_TAG) }),
      ...(message === undefined ? {} : { message: message.slice(0, LONGEST_REASON) }),
    };
    await tx.change(
      'update agent_session_post set refusal = ?, request = ? where session = ? and sender = ? and id = ?',
      [...[JSON.stringify(why), JSON.stringify({ agent: sender })], ...[session, sender, id]],
    );
  }

  async remove(tx: Tx, { session, sender, id }: PostKey): Promise<void> {
    await tx.change('delete from agent_session_post where session = ? and sender = ? and id = ?', [
      session,
      sender,
      id,
    ]);
  }

  /** Gives what waits of an agent that is no more to the name under which it is remembered; what was refused, nobody is told. */
  async rename(tx: Tx, agent: string, former: string): Promise<void> {
    await tx.change('delete from agent_session_post where sender = ? and refusal is not null', [agent]);
    await tx.change('update agent_session_post set sender = ? where sender = ?', [former, agent]);
  }

  /** Removes a message of an agent that is no more and was called so. */
  async removeFormer(tx: Tx, { session, sender, id }: PostKey): Promise<void> {
    const rows = await tx.query<AgentSessionPostTable>(
      `select ${COLUMNS} from agent_session_post where session = ? and id = ? and sender <> ?`,
      [session, id, sender],
    );
    for (const row of rows) if (shownAgent(row.sender) === sender) await this.remove(tx, recordOf(row));
  }

  /** Lets the posts of a session go to another peer. */
  async setPeer(tx: Tx, session: string, peer: string): Promise<void> {
    await tx.change('update agent_session_post set peer = ? where session = ?', [peer, session]);
  }

  async removeOf(tx: Tx, session: string): Promise<void> {
    await tx.change('delete from agent_session_post where session = ?', [session]);
  }
}

/** Returns the key under which those are woken that tell an agent of its refused messages. */
export function refusalsOf(agent: string): string {
  return `refused ${agent}`;
}

function recordOf({ number, session, peer, sender, id, action, request, refusal }: AgentSessionPostTable): Post {
  return {
    ...{ number: Number(number), session, peer, sender, id },
    ...(action === null ? {} : { action: action as PostedAction }),
    request: JSON.parse(request) as Post['request'],
    ...(refusal === null ? {} : { refusal: JSON.parse(refusal) as Refusal }),
  };
}
