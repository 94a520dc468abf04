/** Members that are in, or invited; and which of them see who else is in. */
import { shownAgent } from '../../agents/index.js';
import type { MemberRecord, MemberState } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';

export const PRESENT: readonly MemberState[] = ['joined', 'invited'];

export function isPresent({ state }: Pick<MemberRecord, 'state'>): boolean {
  return PRESENT.includes(state);
}

/** True when the member, or one that is invited, may see who else is in. One that went does not. */
export function seesMembers(
  { coordinator, terms }: Pick<SessionRecord, 'coordinator' | 'terms'>,
  member: Pick<MemberRecord, 'agent' | 'state'>,
): boolean {
  return isPresent(member) && (coordinator === member.agent || terms['show-members']);
}

/** True when the row of this member is shown to callers that see all, or the members that these agents are. */
export function isShown({ agent }: Pick<MemberRecord, 'agent'>, seen: readonly string[] | 'all'): boolean {
  // A former agent is told by messages only: another has its identifier now.
  if (shownAgent(agent) !== agent) return false;
  return seen === 'all' || seen.includes(agent);
}
