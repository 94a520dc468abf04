/** Counts messages that expired before a member was given them. */
import type { Queries } from '../../store/index.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { expiredFor, oldestAt } from './waiting.js';

/** Messages that are read at once. */
const PAGE = 1_000;

export interface PassedOver {
  /** The last message over which the member goes. */
  readonly through: number;
  /** Numbers of those that it is given. Default: none. */
  readonly given?: readonly number[];
}

/**
 * Returns how many messages passed for the member and are not given to it, because they expired. Those up to its number `delivered`
 * were counted before. Those up to the last one that a stream wrote were given to it, or counted by the stream: these are included
 * as far as the member goes over all of them.
 */
export async function countExpired(
  o: Pick<SessionServices, 'messages' | 'directory' | 'written' | 'now'>,
  session: SessionRecord,
  member: MemberRecord,
  { through, given = [] }: PassedOver,
  from: Queries,
): Promise<number> {
  if (member.state !== 'joined') return 0;
  const { agent, acknowledged, delivered } = member;
  const isGiven = new Set(given);
  const after = Math.max(acknowledged, delivered, o.written.through(session.id, agent));
  let count = o.written.expired(session.id, agent, through);
  for await (const sequence of expiredBehind(o, session, member, { after, through }, from)) {
    if (!isGiven.has(sequence)) count += 1;
  }
  return count;
}

/** Gives the numbers of the messages behind `after`, up to `through`, that passed for the member and have expired. */
export async function* expiredBehind(
  o: Pick<SessionServices, 'messages' | 'directory' | 'now'>,
  session: SessionRecord,
  member: MemberRecord,
  { after, through }: { readonly after: number; readonly through: number },
  from?: Queries,
): AsyncGenerator<number> {
  const isExpired = expiredFor(o, session, member);
  const now = o.now();
  const limits = { before: through + 1, limit: PAGE, expiredAt: now, oldest: oldestAt(session.terms, now) };
  let at = after;
  while (at < through) {
    const page = await o.messages.expired(session.id, { ...limits, after: at }, from);
    for (const message of page) if (isExpired(message)) yield message.sequence;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    at = last.sequence;
  }
}
