/** One stream `inbox`: its sessions take turns, and each gives its messages in order. */
import type { Call, StreamReading } from '../../../server/index.js';
import { shownTo } from '../../data/sharing.js';
import { isPresent } from '../../member/present.js';
import type { MemberRecord } from '../../record/member.js';
import type { MessageRecord } from '../../record/message.js';
import type { Post } from '../../record/posts.js';
import type { SessionServices } from '../../services.js';
import { type LastEvent, startOf } from './begin.js';
import { type Missed, Place } from './place.js';
import { Refusals } from './refusals.js';
import type { Course } from './remembered.js';
import { Turns } from './turns.js';

/** Maximum number of open sessions of one stream; of closed ones, further ones are read when these are written. */
const MAX_SESSIONS = 10_000;
/** Memberships that are read at once. */
const PAGE = 500;
/** Maximum number of messages of all sessions that are in view, besides one of each. */
const MAX_AHEAD = 1_024;
/** Maximum number of messages of one session that are in view. */
const MAX_AHEAD_OF_SESSION = 64;
/** Octets of the messages of one batch; the first message is in it however long it is. */
const BATCH = 32 * 1024;

export type InboxItem =
  | {
      readonly kind: 'message';
      readonly session: string;
      /** The agents of the caller that get it. */
      readonly agents: readonly string[];
      readonly message: MessageRecord;
      /** One of them was given it before. */
      readonly redelivered: boolean;
    }
  | ({ readonly kind: 'gap'; readonly session: string } & Missed)
  /** The home of its session refused a message of an agent of the caller. */
  | { readonly kind: 'rejected'; readonly post: Post };

interface OpenPlace {
  readonly place: Place;
  readonly unlisten: () => void;
  /** The session was closed when it was taken in. */
  readonly isClosed: boolean;
}

export class InboxReader {
  readonly #places = new Map<string, OpenPlace>();
  /** Behind which closed session each agent goes on: they are taken in as there is room. */
  readonly #behind = new Map<string, string>();
  #closed = 0;
  readonly #turns = new Turns<Place>();
  /** Memberships that changed and were not read again yet. */
  readonly #changed = new Map<string, Set<string>>();
  readonly #refusals: Refusals;
  #unlisten: () => void = () => undefined;
  #wake: (() => void) | undefined;
  #isOver = false;
  /** Returns behind which message the stream begins for a member. */
  #start: (member: MemberRecord) => number = ({ acknowledged }) => acknowledged;
  /** The session of the last event that the client got. */
  #last: string | undefined;

  constructor(
    private readonly o: SessionServices,
    private readonly call: Call,
    private readonly reading: StreamReading,
    private readonly course: Course,
  ) {
    this.#refusals = new Refusals(o, () => this.#news());
  }

  /**
   * Finds the memberships of these agents.
   *
   * @param may tells of an agent that joins a session later whether the authority of the caller covers it
   * @throws RpcError resource-denied for more sessions than a stream takes
   */
  async begin(
    agents: readonly string[],
    last: LastEvent | undefined,
    moves: boolean,
    may: (agent: string) => boolean,
  ): Promise<void> {
    const { o, call, reading } = this;
    reading.signal.addEventListener('abort', () => this.close(), { once: true });
    if (reading.signal.aborted) return this.close();
    const { view } = call;
    this.#unlisten = o.attached.onMoved((session, agent) => {
      const isMine = view.kind === 'agent' ? view.agent === agent : call.mayActFor(agent);
      if (!(isMine && may(agent)) && !this.#places.get(session)?.place.has(agent)) return;
      const changed = this.#changed.get(session);
      if (changed) changed.add(agent);
      else this.#changed.set(session, new Set([agent]));
      this.#news();
    });
    this.#start = (member) => startOf(member, last, moves);
    this.#last = last?.session;
    for (const agent of agents) {
      this.#refusals.add(agent);
      for (let after = ''; !this.#isOver; ) {
        const page = await o.members.hearingPage(agent, { after, limit: PAGE });
        for (const member of page) this.#take(member, this.#start(member));
        const end = page.at(-1);
        if (!end || page.length < PAGE) break;
        after = end.session;
      }
      this.#behind.set(agent, '');
    }
    await this.#takeClosed();
  }

  /** Takes in further closed sessions, a page of each agent. */
  async #takeClosed(): Promise<void> {
    for (const [agent, after] of [...this.#behind]) {
      if (this.#isOver || this.#closed >= MAX_SESSIONS) return;
      const page = await this.o.members.closedPage(agent, { after, limit: PAGE, last: this.#last });
      for (const member of page) this.#take(member, this.#start(member), true);
      const end = page.at(-1);
      if (end && page.length === PAGE) this.#behind.set(agent, end.session);
      else this.#behind.delete(agent);
    }
  }

  /** Gives the next batch whenever the one before was written, until the stream ends. */
  async *batches(): AsyncGenerator<readonly InboxItem[], void, void> {
    const { call } = this;
    while (!this.#isOver) {
      if (this.#changed.size > 0) {
        await this.#renew();
        continue;
      }
      if (this.#refusals.hasNews) {
        for (const post of await this.#refusals.take())
          if (!this.#isOver && call.mayActFor(post.sender)) yield [{ kind: 'rejected', post }];
        continue;
      }
      if (this.#behind.size > 0 && this.#closed < PAGE) {
        await this.#takeClosed();
        continue;
      }
      const place = this.#turns.first;
      if (!place) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      const ahead = Math.min(MAX_AHEAD_OF_SESSION, Math.max(1, Math.floor(MAX_AHEAD / this.#turns.size)));
      if (!(await place.look(ahead))) {
        this.#drop(place);
        continue;
      }
      yield* this.#turn(place);
      this.#turns.end(place, place.hasMore && this.#places.has(place.session));
    }
  }

  /** Ends the stream. */
  close(): void {
    this.#isOver = true;
    this.#unlisten();
    this.#refusals.close();
    for (const { place } of [...this.#places.values()]) this.#drop(place);
    this.#news();
  }

  /**
   * Lets a session write what its credit pays for. A message counts as given with its batch: a client may acknowledge the first ones of
   * a batch while the others are under way.
   */
  async *#turn(place: Place): AsyncGenerator<readonly InboxItem[], void, void> {
    const { session } = place;
    const { atOnce = Number.POSITIVE_INFINITY } = this.reading;
    for (let missed = place.missed; missed; missed = place.missed) {
      if (!this.#mayRead(place, missed.agent)) continue;
      yield [{ kind: 'gap', session, ...missed }];
      if (this.#isOver) return;
      place.told(this.#counts);
    }
    let batch: InboxItem[] = [];
    let left = BATCH;
    // A session that waits alone takes nothing from others.
    const isAlone = this.#turns.size === 1;
    const credit = isAlone ? Math.max(BATCH, place.nextOctets) : this.#turns.begin(place);
    for (const given of await place.take(credit)) {
      const { message, redelivered, octets } = given;
      if (batch.length > 0 && (octets > left || batch.length >= atOnce)) {
        yield batch;
        batch = [];
        left = BATCH;
      }
      if (this.#isOver) return;
      const agents = given.agents.filter((agent) => this.#mayRead(place, agent));
      // A membership that changed, or a right that ended, since the look: the rest is chosen anew.
      if (this.#changed.size > 0 || agents.length < given.agents.length) {
        place.again();
        if (batch.length > 0) yield batch;
        return;
      }
      for (const shown of shownToEach(this.o, place, agents, message)) {
        batch.push({ kind: 'message', session, ...shown, redelivered });
      }
      left -= octets;
      if (!isAlone) this.#turns.spend(place, octets);
      if (this.#counts) this.course.wrote(session, message.sequence);
      place.wrote(message.sequence, this.#counts);
    }
    if (batch.length > 0) yield batch;
    place.pass(this.#counts);
  }

  /** False while a filter leaves out messages: nothing that is written then counts as given. */
  get #counts(): boolean {
    return !this.reading.filtering();
  }

  /** True while the caller may speak for the agent; else the agent gets nothing more. */
  #mayRead(place: Place, agent: string): boolean {
    if (!place.has(agent)) return false;
    if (this.call.mayActFor(agent)) return true;
    place.remove(agent);
    if (place.isEmpty) this.#drop(place);
    return false;
  }

  /** Reads changed memberships again. */
  async #renew(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const [session, agents] of changed) {
      for (const agent of agents) {
        const member = await this.o.members.get(session, agent);
        if (this.#isOver) return;
        this.#refusals.add(agent);
        if (member && isPresent(member)) {
          this.#take(member, member.acknowledged);
          continue;
        }
        const place = this.#places.get(session)?.place;
        place?.remove(agent);
        if (place?.isEmpty) this.#drop(place);
      }
    }
  }

  #take(member: MemberRecord, start: number, isClosed = false): void {
    const { session } = member;
    const known = this.#places.get(session)?.place;
    if (this.#isOver) return;
    if (!known && !isClosed && this.#places.size - this.#closed >= MAX_SESSIONS) {
      this.call.fail({
        tag: 'resource-denied',
        message: `a stream takes ${MAX_SESSIONS} open sessions; let each agent subscribe at its own endpoint`,
      });
    }
    const place = known ?? this.#open(session, isClosed);
    place.put(member, start);
    this.#turns.add(place);
    this.#news();
  }

  #open(session: string, isClosed: boolean): Place {
    const place = new Place(session, this.o);
    const unlisten = this.o.attached.listen(session, () => {
      place.wake();
      this.#turns.add(place);
      this.#news();
    });
    this.#places.set(session, { place, unlisten, isClosed });
    if (isClosed) this.#closed += 1;
    return place;
  }

  #drop(place: Place): void {
    const known = this.#places.get(place.session);
    known?.unlisten();
    if (known?.isClosed) this.#closed -= 1;
    this.#places.delete(place.session);
    this.#turns.remove(place);
    place.close();
  }

  #news(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

interface Shown {
  readonly agents: readonly string[];
  readonly message: MessageRecord;
}

/** Hides members and applies the sharing policies: those for whom nothing is removed get the message together, each other one as it may read it. */
function shownToEach(
  o: SessionServices,
  place: Place,
  agents: readonly string[],
  message: MessageRecord,
): readonly Shown[] {
  const all = agents.map((agent) => ({ agents: [agent], message: shownTo(o, agent, place.shown(agent, message)) }));
  const whole = all.filter((shown) => shown.message === message).flatMap((shown) => shown.agents);
  const others = all.filter((shown) => shown.message !== message);
  return whole.length > 0 ? [{ agents: whole, message }, ...others] : others;
}
