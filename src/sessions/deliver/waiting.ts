/** The messages that wait for a member: those that pass for it behind its position. */
import { passesFor } from '../member/passes.js';
import type { MemberRecord } from '../record/member.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** True for each message that is given to the member: not what it said itself, nor what is too old. */
export function waitsFor(
  { directory, now }: Pick<SessionServices, 'directory' | 'now'>,
  session: SessionRecord,
  member: MemberRecord,
): (message: MessageRecord) => boolean {
  const passes = passesFor(session, member, directory);
  const seconds = session.terms.qos['time-to-live'];
  const oldest = seconds === undefined ? 0 : now() - seconds * 1000;
  return (message) => message.from !== member.agent && message.at >= oldest && passes(message);
}
