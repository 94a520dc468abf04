/** Counts messages that expired before a member was given them. */
import type { Queries } from '../../store/index.js';
import { passesFor } from '../member/passes.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { oldestAt } from './waiting.js';

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
 * were counted before.
 */
export async function expiredFor(
  o: Pick<SessionServices, 'messages' | 'directory' | 'now'>,
  session: SessionRecord,
  member: MemberRecord,
  { through, given = [] }: PassedOver,
  from: Queries,
): Promise<number> {
  if (member.state !== 'joined') return 0;
  const passes = passesFor(session, member, o.directory);
  const isGiven = new Set(given);
  const now = o.now();
  const limits = { before: through + 1, limit: PAGE, expiredAt: now, oldest: oldestAt(session.terms, now) };
  let count = 0;
  let after = Math.max(member.acknowledged, member.delivered);
  for (;;) {
    const page = await o.messages.expired(session.id, { ...limits, after }, from);
    count += page.filter(
      (message) => message.from !== member.agent && !isGiven.has(message.sequence) && passes(message),
    ).length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return count;
    after = last.sequence;
  }
}
