/** Gives out messages that wait for an agent, those of its sessions in turn. */
import type { Call } from '../../server/index.js';
import { shownTo } from '../data/sharing.js';
import { requireJoined } from '../member/acting.js';
import type { Post } from '../record/posts.js';
import type { SessionServices } from '../services.js';
import { type Lent, lend } from './lend.js';
import { Room } from './whole.js';

/** Maximum number of sessions of which one call gives messages, and at which it looks at once. */
const MAX_SESSIONS = 100;
/** Maximum number of sessions to which one waiting caller listens; of more it looks again now and then. */
const MAX_HEARD = 1_000;
/** Milliseconds between two looks at sessions to which nobody listens. */
const LOOK_AGAIN = 5_000;

export interface Receiving {
  /** Only this session. */
  readonly session?: string;
  readonly max: number;
  /** Seconds. */
  readonly wait: number;
  /** Seconds. */
  readonly redeliverAfter: number;
}

/** Messages that a caller is given. */
export interface Received {
  readonly lent: readonly Lent[];
  /** Messages of the agent that the homes of their sessions refused. */
  readonly refused: readonly Post[];
}

/** Refused messages of one answer. */
const MAX_REFUSED = 100;

/** Returns what is lent to the caller; nothing when nothing came in time. */
export async function receive(
  o: SessionServices,
  call: Call,
  agent: string,
  { session, max, wait, redeliverAfter }: Receiving,
): Promise<Received> {
  const until = o.steady() + wait * 1000;
  for (;;) {
    requireStillActing(call, agent);
    const heard = session === undefined ? await o.members.joinedBy(agent, MAX_HEARD) : [session];
    const attachment = o.attached.attach([agent, ...heard]);
    try {
      const lent = await take(o, call, agent, session, max, redeliverAfter);
      const refused = await o.posts.refused([agent], { session, limit: MAX_REFUSED });
      const left = until - o.steady();
      const isNothing = lent.length === 0 && refused.length === 0;
      if (!isNothing || left <= 0 || call.signal.aborted) return { lent, refused };
      const returned = await o.members.nextReturn(agent, o.steady());
      const again = returned === undefined ? Number.POSITIVE_INFINITY : returned - o.steady();
      const look = heard.length === MAX_HEARD ? LOOK_AGAIN : Number.POSITIVE_INFINITY;
      await attachment.news(Date.now() + Math.min(left, again + 1, look), call.signal);
    } finally {
      attachment.end();
    }
  }
}

/** Refuses a caller whose agent got another owner while it waited: what comes now is not for it. */
function requireStillActing(call: Call, agent: string): void {
  if (call.mayActFor(agent)) return;
  call.fail({
    tag: 'access-denied',
    message: `user "${call.user}" may speak as agent "${agent}" no more`,
  });
}

async function take(
  o: SessionServices,
  call: Call,
  agent: string,
  session: string | undefined,
  max: number,
  seconds: number,
): Promise<readonly Lent[]> {
  const room = new Room(max);
  const all: Lent[] = [];
  for (;;) {
    const members = await waiting(o, call, agent, session);
    for (const member of members) {
      if (room.left === 0) break;
      const lent = await lend(o, member, room, seconds);
      if (lent) all.push({ ...lent, messages: lent.messages.map((message) => shownTo(o, agent, message)) });
    }
    // Where nothing passed, the positions have moved on, and the next sessions are ahead.
    if (all.length > 0 || members.length < MAX_SESSIONS || call.signal.aborted) return all;
  }
}

async function waiting(o: SessionServices, call: Call, agent: string, session: string | undefined) {
  const now = o.steady();
  if (session === undefined) return o.members.behind(agent, now, MAX_SESSIONS);
  const { member } = await requireJoined(o, call, session, agent);
  return member.lent <= now ? [member] : [];
}
