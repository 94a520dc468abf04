/** The place of a stream in one session: how far it has written, for which members, and what comes next. */
import { withoutOthers } from '../../member/hidden.js';
import type { MemberRecord } from '../../record/member.js';
import type { MessageRecord } from '../../record/message.js';
import type { SessionRecord } from '../../record/session.js';
import type { SessionServices, Skipped, Writing } from '../../services.js';
import { expiredBehind } from '../expired.js';
import { gapOf } from '../look.js';
import { expiredFor, lastFor, waitsFor } from '../waiting.js';
import type { Waiter } from './turns.js';

/** Messages at which one look looks in the database. */
const PAGE = 100;
/** Octets of a message besides its content. */
const ENVELOPE = 256;

type Needs = Pick<SessionServices, 'sessions' | 'messages' | 'directory' | 'rings' | 'written' | 'now'>;

/** A message that is to be written. */
interface Next {
  readonly sequence: number;
  /** The members that get it. */
  readonly agents: readonly string[];
  /** One of them was given it before. */
  readonly redelivered: boolean;
  readonly octets: number;
  /** Absent: its content is read when it is written. */
  readonly message?: MessageRecord;
}

/** One agent of the caller in the session. */
interface Reader {
  readonly member: MemberRecord;
  /** Messages up to this one are not for it: acknowledged, skipped, or said before it joined. */
  start: number;
  /** The last message that it was given before this stream began. */
  readonly given: number;
  readonly writing: Writing;
}

/** Messages that a member missed, which is to be told. */
export interface Missed {
  readonly agent: string;
  readonly gap: Skipped;
  /** Numbers of the skipped messages that had expired, which are none of those that the member missed. */
  readonly expired: readonly number[];
}

interface Expired {
  readonly sequence: number;
  readonly agents: readonly string[];
}

/** A message with the members that get it. */
export interface Given {
  readonly message: MessageRecord;
  readonly agents: readonly string[];
  readonly redelivered: boolean;
  readonly octets: number;
}

export class Place implements Waiter {
  readonly #readers = new Map<string, Reader>();
  /** All up to this message was written or passed over. */
  #at = Number.MAX_SAFE_INTEGER;
  /** All up to this message was looked at. */
  #looked = 0;
  #ahead: Next[] = [];
  #missed: Missed[] = [];
  /** Messages that are passed over because they have expired, with the members for which they passed. */
  #expired: Expired[] = [];
  #hasNews = true;
  /** As it was at the last look. */
  #session: SessionRecord | undefined;
  priority = 3;

  constructor(
    readonly session: string,
    private readonly o: Needs,
  ) {}

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  has(agent: string): boolean {
    return this.#readers.has(agent);
  }

  /** Something was added to the session. */
  wake(): void {
    this.#hasNews = true;
  }

  /** Takes in a member, or what passes for it now. @param start its first message comes behind this one */
  put(member: MemberRecord, start: number): void {
    const { agent } = member;
    const known = this.#readers.get(agent);
    const from = known ? Math.max(known.start, start) : start;
    const given = known?.given ?? Math.max(member.delivered, this.o.written.through(this.session, agent));
    const writing = known?.writing ?? this.o.written.begin(this.session, agent, Math.min(from, member.acknowledged));
    this.o.written.counted(this.session, agent, member.delivered);
    if (from < this.#at && !known) {
      // The others do not get again what was written to them.
      for (const reader of this.#readers.values()) reader.start = Math.max(reader.start, this.#at);
      this.#at = from;
    }
    this.#readers.set(agent, { member, start: from, given, writing });
    this.again();
  }

  /** Takes a member out: it gets nothing more. */
  remove(agent: string): void {
    const reader = this.#readers.get(agent);
    if (!reader) return;
    this.o.written.end(this.session, agent, reader.writing);
    this.#readers.delete(agent);
    this.again();
  }

  /** Takes all members out. */
  close(): void {
    for (const agent of [...this.#readers.keys()]) this.remove(agent);
  }

  /** True while something may be written. */
  get hasMore(): boolean {
    return this.#hasNews || this.#ahead.length > 0 || this.#missed.length > 0;
  }

  /**
   * Looks at what comes next, unless that is known.
   *
   * @param most number of messages that are kept in view
   * @returns false when the session is closed and all of it was written, or is no more
   */
  async look(most: number): Promise<boolean> {
    if (this.#ahead.length > 0 || this.#missed.length > 0 || !this.#hasNews) return true;
    this.#hasNews = false;
    const recent = this.o.rings.behind(this.session, this.#looked);
    const session = recent?.session ?? (await this.o.sessions.get(this.session));
    if (!session) return false;
    this.priority = session.terms.qos.priority;
    this.#session = session;
    await this.#skip(session);
    const found = recent
      ? this.#choose(session, recent.messages.slice(0, most), lengthOf)
      : await this.#read(session, Math.min(most, PAGE));
    this.#ahead.push(...found);
    if (this.#looked < session.last) this.#hasNews = true;
    return this.hasMore || session.state !== 'closed';
  }

  /** Returns a message as a member may read it. */
  shown(agent: string, message: MessageRecord): MessageRecord {
    return this.#session ? withoutOthers(this.#session, agent, message) : message;
  }

  /** Returns what is to be told next of missed messages. */
  get missed(): Missed | undefined {
    return this.#missed[0];
  }

  /** The stream told what `missed` says. @param counts as for `wrote` */
  told(counts: boolean): void {
    const missed = this.#missed.shift();
    const reader = missed && this.#readers.get(missed.agent);
    if (!reader || !counts) return;
    reader.writing.through = Math.max(reader.writing.through, missed.gap.through);
    this.o.written.wrote(this.session, missed.agent, reader.writing, missed.expired);
    this.o.written.skipped(this.session, missed.agent, missed.gap);
  }

  /** Octets of the next message; 0 when it is not known. */
  get nextOctets(): number {
    return this.#ahead[0]?.octets ?? 0;
  }

  /** Returns the next messages that cost no more than the credit, as far as they are kept. */
  async take(credit: number): Promise<readonly Given[]> {
    let left = credit;
    const count = this.#ahead.findIndex(({ octets }) => {
      left -= octets;
      return left < 0;
    });
    const next = this.#ahead
      .splice(0, count < 0 ? this.#ahead.length : count)
      .map((each) => (each.message && !this.o.rings.holds(this.session, each.message) ? unread(each) : each));
    const missing = next.filter(({ message }) => message === undefined).map(({ sequence }) => sequence);
    const read = missing.length > 0 ? await this.o.messages.among(this.session, missing) : [];
    const found = new Map(read.map((message) => [message.sequence, message]));
    return next.flatMap(({ message, ...each }) => {
      const whole = message ?? found.get(each.sequence);
      return whole ? [{ ...each, message: whole }] : [];
    });
  }

  /** The stream wrote all up to this message. @param counts false: it has a filter, so that it may not be acknowledged by that */
  wrote(sequence: number, counts: boolean): void {
    this.#at = sequence;
    this.#count(counts, sequence);
  }

  /** Passes over what is not for the members behind the last written message. @param counts as for `wrote` */
  pass(counts: boolean): void {
    if (this.#ahead.length > 0 || this.#missed.length > 0 || this.#looked <= this.#at) return;
    this.#at = this.#looked;
    this.#count(counts, this.#at);
  }

  /** Looks again at what was not written: other members read, or other messages pass for them. */
  again(): void {
    this.#ahead = [];
    this.#missed = [];
    this.#expired = [];
    this.#looked = this.#at;
    this.#hasNews = true;
  }

  #count(counts: boolean, sequence: number): void {
    const behind = this.#expired.findIndex((expired) => expired.sequence > sequence);
    const passed = this.#expired.splice(0, behind < 0 ? this.#expired.length : behind);
    if (!counts) return;
    for (const [agent, { member, writing }] of this.#readers) {
      const through = Math.min(sequence, lastFor({ last: sequence }, member));
      writing.through = Math.max(writing.through, through);
      const expired = passed.filter(({ agents }) => agents.includes(agent)).map((each) => each.sequence);
      this.o.written.wrote(this.session, agent, writing, expired);
    }
  }

  /** Moves members over what they missed. */
  async #skip(session: SessionRecord): Promise<void> {
    for (const [agent, reader] of this.#readers) {
      const from = Math.max(reader.start, this.#looked);
      const gap = await gapOf(this.o, session, { ...reader.member, acknowledged: from }, 0);
      if (!gap) continue;
      reader.start = gap.through;
      const expired: number[] = [];
      const skipped = { after: from, through: gap.through };
      for await (const sequence of expiredBehind(this.o, session, reader.member, skipped)) expired.push(sequence);
      this.#missed.push({ agent, gap: { ...gap, from }, expired });
    }
    const starts = [...this.#readers.values()].map(({ start }) => start);
    this.#looked = Math.max(this.#looked, Math.min(...starts));
  }

  async #read(session: SessionRecord, most: number): Promise<readonly Next[]> {
    if (this.#looked >= session.last) return [];
    const range = { after: this.#looked, before: session.last + 1, limit: most, whole: false };
    const page = await this.o.messages.range(this.session, range);
    if (page.length < most) this.#looked = session.last;
    const chosen = this.#choose(session, page, () => 0);
    const sizes = await this.o.messages.sizes(
      this.session,
      chosen.map(({ sequence }) => sequence),
    );
    return chosen.map(({ message: _, ...each }) => ({ ...each, octets: ENVELOPE + (sizes.get(each.sequence) ?? 0) }));
  }

  #choose(
    session: SessionRecord,
    messages: readonly MessageRecord[],
    octetsOf: (message: MessageRecord) => number,
  ): readonly Next[] {
    const readers = [...this.#readers].map(([agent, { member, start, given }]) => ({
      ...{ agent, start, given },
      waits: waitsFor(this.o, session, member),
      isExpired: expiredFor(this.o, session, member),
    }));
    const chosen: Next[] = [];
    for (const message of messages) {
      const { sequence } = message;
      const gets = readers.filter(({ start, waits }) => sequence > start && waits(message));
      const misses = readers.filter(({ start, isExpired }) => sequence > start && isExpired(message));
      if (misses.length > 0) this.#expired.push({ sequence, agents: misses.map(({ agent }) => agent) });
      if (gets.length > 0) {
        const agents = gets.map(({ agent }) => agent);
        const redelivered = gets.some(({ given }) => sequence <= given);
        chosen.push({ sequence, agents, redelivered, octets: ENVELOPE + octetsOf(message), message });
      }
      this.#looked = Math.max(this.#looked, sequence);
    }
    return chosen;
  }
}

/** A message that waited is read again: data that it names may be deleted by now. */
function unread({ message: _, ...next }: Next): Next {
  return next;
}

function lengthOf({ content = '' }: MessageRecord): number {
  return Buffer.byteLength(content);
}
