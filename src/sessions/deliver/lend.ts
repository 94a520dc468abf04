/** Lends the messages that wait for a member to one caller. */
import { withoutOthers } from '../member/hidden.js';
import type { Gap, MemberRecord } from '../record/member.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionServices } from '../services.js';
import { countExpired } from './expired.js';
import { look } from './look.js';
import { type Room, wholeMessages } from './whole.js';

/** Messages that a member is given of one session. */
export interface Lent {
  readonly session: string;
  readonly messages: readonly MessageRecord[];
  /** It was given before what has no higher number. */
  readonly delivered: number;
  readonly gap?: Gap;
}

/**
 * Lends what waits for a member until `seconds` from now; nothing when another caller was faster. Where nothing waits, its position
 * moves on.
 */
export async function lend(
  o: SessionServices,
  member: MemberRecord,
  room: Room,
  seconds: number,
): Promise<Lent | undefined> {
  const session = await o.sessions.get(member.session);
  if (!session) return undefined;
  const { waiting, through, gap } = await look({ ...o, messages: o.recent }, session, member, room.left);
  const messages = await wholeMessages(o.recent, session.id, waiting, room);
  const [first, last] = [messages[0]?.sequence, messages.at(-1)?.sequence];
  const isNothing = first === undefined && gap === undefined;
  if (isNothing && waiting.length > 0) return undefined;
  const now = o.steady();
  const isLent = await o.store.transact(async (tx) => {
    const { state, acknowledged, lent } = (await o.members.get(session.id, member.agent, tx)) ?? member;
    if (state !== member.state || acknowledged !== member.acknowledged || lent !== member.lent) return false;
    const delivered = isNothing ? through : (last ?? gap?.through ?? 0);
    await o.members.lend(tx, member, {
      acknowledged: gap ? acknowledged : isNothing ? through : Math.max(acknowledged, (first ?? 1) - 1),
      delivered,
      lent: isNothing ? 0 : now + seconds * 1000,
      ...(gap ? { gap } : {}),
      served: now,
      expired: await countExpired(
        o,
        session,
        member,
        { through: delivered, given: messages.map(({ sequence }) => sequence) },
        tx,
      ),
    });
    tx.afterCommit(() => o.written.counted(session.id, member.agent, delivered));
    return !isNothing;
  });
  if (!isLent) return undefined;
  const told = messages.map((message) => withoutOthers(session, member.agent, message));
  return { session: session.id, messages: told, delivered: member.delivered, ...(gap ? { gap } : {}) };
}
