/** Tells which messages pass for members behind a peer. */

import type { MemberRecord } from '../record/member.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { readable } from './passes.js';

/** True for each message that one of these members may read, or said. */
export function passesForAny(
  session: SessionRecord,
  members: readonly MemberRecord[],
  { directory }: Pick<SessionServices, 'directory'>,
): (message: MessageRecord) => boolean {
  // The profiles of agents of other nodes are not known here: their node looks at the tags.
  const each = members.map((member) => readable(session, { ...member, byProfile: false }, directory));
  return (message) => each.some((reads) => reads(message));
}

/** True when a member reads all that is said to all. */
export function readsAll({ state, role, filters, byProfile }: MemberRecord): boolean {
  return state === 'joined' && role !== 'source' && filters.length === 0 && !byProfile;
}
