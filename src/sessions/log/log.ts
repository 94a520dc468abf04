/** The end of the log of a session: messages get their numbers here, and nowhere else. */
import type { Tx } from '../../store/index.js';
import type { MessageRecord } from '../record/message.js';
import type { MessageRows } from '../record/messages.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionRows } from '../record/sessions.js';
import type { Attached } from './attached.js';
import type { Rings } from './ring.js';

/** A message without its number and time. */
export type Draft = Omit<MessageRecord, 'sequence' | 'at'>;

export interface LogOptions {
  readonly sessions: SessionRows;
  readonly messages: MessageRows;
  readonly attached: Attached;
  readonly rings: Rings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class Log {
  constructor(private readonly o: LogOptions) {}

  /** Adds a message behind the last one. Those who wait for it hear of it when it is durable. */
  async append(tx: Tx, session: SessionRecord, draft: Draft): Promise<Appended> {
    const { sessions, messages, attached, rings, now } = this.o;
    const message = { ...draft, sequence: session.last + 1, at: now() };
    await messages.add(tx, session.id, message);
    await sessions.setLast(tx, session.id, message.sequence);
    const later = { ...session, last: message.sequence };
    tx.afterCommit(() => {
      if (attached.has(session.id)) rings.post(later, message);
      else rings.forget(session.id);
      attached.wake(session.id);
    });
    return { session: later, message };
  }
}

export interface Appended {
  /** The session as it is now. */
  readonly session: SessionRecord;
  readonly message: MessageRecord;
}
