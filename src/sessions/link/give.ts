/** Gives a peer what passes for the members behind it: each message once, with the sessions as they are now. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Call } from '../../server/index.js';
import { shownTo } from '../data/sharing.js';
import { Room, wholeMessages } from '../deliver/whole.js';
import { dataAbroad, withData } from '../homes/data-names.js';
import type { SessionPeer } from '../homes/homes.js';
import { abroad, renamed } from '../homes/names.js';
import { rejectedValue } from '../homes/rejected.js';
import { passesForAny, readsAll } from '../member/abroad.js';
import { withoutAllBut } from '../member/hidden.js';
import type { LinkRecord } from '../record/links.js';
import type { MemberRecord } from '../record/member.js';
import { type MessageRecord, messageValue } from '../record/message.js';
import type { Post } from '../record/posts.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { type ToldSession, toldSession } from './told.js';

type Received = YangentSessionsRpcs['yangent-sessions:receive']['output'];

/** Maximum number of sessions of one answer. */
const MAX_SESSIONS = 100;
/** Messages at which one look reads at once. */
const PAGE = 500;
/** Refused messages of one answer. */
const MAX_REFUSED = 100;

export interface GivingTo {
  readonly peer: SessionPeer;
  readonly max: number;
  /** Seconds. */
  readonly wait: number;
}

/** Returns what waits for a peer; nothing when nothing came in time. */
export async function giveTo(o: SessionServices, call: Call, { peer, max, wait }: GivingTo): Promise<Received> {
  const until = o.steady() + wait * 1000;
  for (;;) {
    const attachment = o.links.attach(peer.name);
    try {
      const given = await take(o, peer, max);
      const left = until - o.steady();
      if (given || left <= 0 || call.signal.aborted) return given ?? {};
      await attachment.news(Date.now() + left, call.signal);
    } finally {
      attachment.end();
    }
  }
}

async function take(o: SessionServices, peer: SessionPeer, max: number): Promise<Received | undefined> {
  const room = new Room(max);
  const all: Taken[] = [];
  for (const session of o.links.lively(peer.name)) {
    if (room.left === 0 || all.length === MAX_SESSIONS) break;
    const taken = await takeOf(o, session, peer, room);
    if (taken) all.push(taken);
    if (taken) o.links.gave(session, peer.name);
  }
  const refused = await refusedBehind(o, peer.name);
  if (all.length === 0 && refused.length === 0) return undefined;
  const messages = all.flatMap(({ messages }) => messages);
  const gaps = all.flatMap(({ gap }) => gap ?? []);
  return {
    ...(messages.length > 0 ? { message: messages } : {}),
    ...(all.length > 0 ? { session: all.map(({ session }) => session) } : {}),
    ...(gaps.length > 0 ? { gap: gaps } : {}),
    ...(refused.length > 0 ? { rejected: refused.map((post) => ({ ...rejectedValue(post), from: post.sender })) } : {}),
  };
}

/** Returns refused messages of agents behind a peer, whatever others leave unacknowledged. */
async function refusedBehind({ posts, directory }: SessionServices, peer: string): Promise<readonly Post[]> {
  const senders = (await posts.refusedAbroad()).filter((sender) => directory.get(sender)?.foreign?.peer === peer);
  return senders.length > 0 ? posts.refused(senders, { limit: MAX_REFUSED }) : [];
}

interface Taken {
  readonly session: ToldSession;
  readonly messages: NonNullable<Received['message']>;
  readonly gap?: NonNullable<Received['gap']>[number];
}

async function takeOf(o: SessionServices, id: string, reader: SessionPeer, room: Room): Promise<Taken | undefined> {
  const { domain } = o.homes;
  const { name: peer } = reader;
  const [session, link] = [await o.sessions.get(id), await o.linkRows.get(id, peer)];
  if (!session || !link || domain === undefined) {
    o.links.quiet(id, peer);
    return undefined;
  }
  const members = await o.behind.of(id, peer);
  const position = Math.max(link.position, session.first - 1);
  const lost = position - link.position;
  const found = await find(o, session, members, Math.max(position, o.links.passed(id, peer)), room.left);
  if (found.length === 0) o.links.pass(id, peer, session.last);
  const whole = await wholeMessages(o.recent, id, found, room);
  const own = new Set(members.map(({ agent }) => agent));
  const shown = whole.map((message) => shownBehind(o, session, members, own, message));
  const those = await toldTo(o, link, members, shown);
  const about = { own, members: those, complete: members.some(readsAll), acknowledged: link.position };
  const [name, data] = [abroad(o), dataAbroad(o, reader)];
  const told = toldSession(session, about, { domain, name });
  if (shown.length === 0 && lost === 0 && o.told.knows(id, peer, told)) {
    o.links.quiet(id, peer);
    return undefined;
  }
  o.told.give(id, peer, told);
  let previous = position;
  const messages = shown.map((message) => {
    const value = { session: id, ...messageValue(withData(renamed(message, name), data)), previous: int64(previous) };
    previous = message.sequence;
    return value;
  });
  return {
    ...{ session: told, messages },
    ...(lost > 0 ? { gap: { session: id, count: int64(lost), through: int64(position) } } : {}),
  };
}

/** Returns the numbers of the first messages behind this one that pass. */
async function find(
  o: SessionServices,
  session: SessionRecord,
  members: readonly MemberRecord[],
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const passes = passesForAny(session, members, o);
  const found: number[] = [];
  for (let at = after; at < session.last; ) {
    const page = await o.recent.range(session.id, { after: at, limit: PAGE, whole: false });
    for (const message of page) {
      if (!passes(message)) continue;
      found.push(message.sequence);
      if (found.length === limit) return found;
    }
    at = page.at(-1)?.sequence ?? session.last;
  }
  return found;
}

/** A peer that begins is told all members that it may see; later those behind it of which messages tell. */
async function toldTo(
  o: SessionServices,
  link: LinkRecord,
  members: readonly MemberRecord[],
  messages: readonly MessageRecord[],
): Promise<readonly MemberRecord[]> {
  if (!link.begun) return o.members.all(link.session);
  const named = new Set(messages.flatMap(({ membership }) => membership?.agent ?? []));
  return members.filter(({ agent }) => named.has(agent));
}

/** Returns a message as all members behind the peer may read it: what a policy keeps from one of them does not leave this node. */
function shownBehind(
  o: SessionServices,
  session: SessionRecord,
  members: readonly MemberRecord[],
  own: ReadonlySet<string>,
  message: MessageRecord,
): MessageRecord {
  const { from } = message;
  const isLed = session.coordinator !== undefined && own.has(session.coordinator);
  const told = isLed ? message : withoutAllBut(session, own, message);
  if (from === undefined || !o.contexts.hasPolicyFor(from)) return told;
  return members
    .filter(({ state }) => state === 'joined')
    .reduce((shown, { agent }) => {
      const next = shownTo(o, agent, shown);
      const redacted = [...new Set([...(shown.redacted ?? []), ...(next.redacted ?? [])])];
      return redacted.length > 0 ? { ...next, redacted } : next;
    }, told);
}
