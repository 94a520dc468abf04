/** The messages that wait for a member: those that pass for it behind its position. For one that is invited, its invitation. */
import { passesFor } from '../member/passes.js';
import { invitationOf, type MemberRecord } from '../record/member.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** True for each message that is given to the member: not what it said itself, nor what is too old. */
export function waitsFor(
  { directory, now }: Pick<SessionServices, 'directory' | 'now'>,
  session: SessionRecord,
  member: MemberRecord,
): (message: MessageRecord) => boolean {
  if (member.state !== 'joined') {
    const invitation = session.state === 'closed' ? undefined : invitationOf(member);
    return ({ sequence }) => sequence === invitation;
  }
  const passes = passesFor(session, member, directory);
  const isOver = expiredAt(session, now());
  return (message) => message.from !== member.agent && !isOver(message) && passes(message);
}

/** True for each message that would be given to the member, had it not expired. */
export function expiredFor(
  { directory, now }: Pick<SessionServices, 'directory' | 'now'>,
  session: SessionRecord,
  member: MemberRecord,
): (message: MessageRecord) => boolean {
  if (member.state !== 'joined') return () => false;
  const passes = passesFor(session, member, directory);
  const isOver = expiredAt(session, now());
  return (message) => isOver(message) && message.from !== member.agent && passes(message);
}

/** Returns which messages are given out no more at this time (milliseconds since 1970). */
export function expiredAt({ terms }: SessionRecord, time: number): (message: MessageRecord) => boolean {
  const oldest = oldestAt(terms, time);
  return ({ at, expires }) => at < oldest || (expires !== undefined && expires <= time);
}

/** Returns the time (milliseconds since 1970) of the oldest messages that are given out at this time. */
export function oldestAt({ qos }: SessionRecord['terms'], time: number): number {
  const seconds = qos['time-to-live'];
  return seconds === undefined ? 0 : time - seconds * 1000;
}

/** Returns the last message that may be given to the member. */
export function lastFor({ last }: Pick<SessionRecord, 'last'>, member: MemberRecord): number {
  return member.state === 'joined' ? last : (invitationOf(member) ?? member.acknowledged);
}
