/**
 * The last messages of sessions that are listened to, in memory: a message that many read as it comes is read from the database by
 * none of them.
 */
import { lengthOf, type MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';

/** Maximum number of sessions; the one in which nothing was said for longest is forgotten. */
const MAX_SESSIONS = 1_000;
/** Maximum number of characters of all messages together. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

interface Ring {
  session: SessionRecord;
  readonly messages: MessageRecord[];
  characters: number;
}

/** Messages behind a number, in order. */
export interface Recent {
  /** The session as it was after its last message. */
  readonly session: SessionRecord;
  readonly messages: readonly MessageRecord[];
}

export class Rings {
  readonly #rings = new Map<string, Ring>();
  #characters = 0;

  /** @param size number of messages of a session that are kept */
  constructor(private readonly size: number) {}

  /** Keeps a message that is durable. @param session as it is now */
  post(session: SessionRecord, message: MessageRecord): void {
    const known = this.#rings.get(session.id);
    if (known && known.messages.at(-1)?.sequence !== message.sequence - 1) this.forget(session.id);
    const ring = this.#rings.get(session.id) ?? { session, messages: [], characters: 0 };
    this.#rings.delete(session.id);
    this.#rings.set(session.id, ring);
    ring.session = session;
    ring.messages.push(message);
    this.#count(ring, lengthOf(message));
    while (ring.messages.length > this.size) this.#shift(ring);
    for (const [id] of this.#rings) {
      if (this.#rings.size <= MAX_SESSIONS && this.#characters <= MAX_CHARACTERS) return;
      this.forget(id);
    }
  }

  /** Returns what is behind `after`, at most `limit`; undefined where it is to be read from the database. */
  behind(session: string, after: number, limit = Number.POSITIVE_INFINITY): Recent | undefined {
    const ring = this.#rings.get(session);
    const first = ring?.messages[0]?.sequence;
    if (!ring || first === undefined || after < first - 1) return undefined;
    return { session: ring.session, messages: ring.messages.slice(after - first + 1, after - first + 1 + limit) };
  }

  /** True while this message is kept: no change of what is stored has made it old. */
  holds(session: string, message: MessageRecord): boolean {
    const messages = this.#rings.get(session)?.messages;
    const first = messages?.[0]?.sequence;
    return first !== undefined && messages?.[message.sequence - first] === message;
  }

  /** Forgets a session: its terms or its stored messages changed, or nobody listens. */
  forget(session: string): void {
    const ring = this.#rings.get(session);
    if (!ring) return;
    this.#rings.delete(session);
    this.#characters -= ring.characters;
  }

  #shift(ring: Ring): void {
    const gone = ring.messages.shift();
    if (gone) this.#count(ring, -lengthOf(gone));
  }

  #count(ring: Ring, characters: number): void {
    ring.characters += characters;
    this.#characters += characters;
  }
}
