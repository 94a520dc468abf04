/** Decides which messages pass for a member, at the time of reading. */
import type { AgentDirectory } from '../../agents/index.js';
import type { MemberRecord, Span } from '../record/member.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import { fitsSubject } from './subject-filter.js';

/** True for each message that the member may read. */
export type Passes = (message: MessageRecord) => boolean;

/**
 * Returns which messages of a session pass for a member. Messages to others never do; those that name the member always do.
 *
 * @param directory has the profile of the agent, for members that read by profile
 */
export function passesFor(
  session: Pick<SessionRecord, 'terms' | 'coordinator'>,
  member: MemberRecord,
  directory: Pick<AgentDirectory, 'get'>,
): Passes {
  const { agent, role, filters, byProfile, spans } = member;
  const all = session.coordinator === agent;
  const showsMembers = session.terms['show-members'];
  const words = byProfile ? profileWords(directory, agent) : undefined;
  return ({ sequence, from, to, subject, tags, membership }) => {
    if (all) return true;
    if (from === agent) return isWithin(spans, sequence);
    if (to.length > 0) return to.includes(agent) && isWithin(spans, sequence);
    // Where members are hidden, the identifier of the member may be that of an agent before it.
    if (membership) return showsMembers || (membership.agent === agent && isWithin(spans, sequence));
    if (role === 'source' || !fitsSubject(filters, subject)) return false;
    return words === undefined || tags.some((tag) => words.has(tag));
  };
}

/**
 * Returns which messages of a session a member may read, by delivery or by history: of those that pass for it, one that is in reads
 * what the terms say, and one that went reads what was said while it was in.
 */
export function readable(
  session: Pick<SessionRecord, 'terms' | 'coordinator'>,
  member: MemberRecord,
  directory: Pick<AgentDirectory, 'get'>,
): Passes {
  const passes = passesFor(session, member, directory);
  const all = member.state === 'joined' && session.terms.qos.history === 'all';
  return (message) => (all || isWithin(member.spans, message.sequence)) && passes(message);
}

/** True when the agent was a member at this message. What was said to it alone was said to that member, not to a later one. */
export function isWithin(spans: readonly Span[], sequence: number): boolean {
  return spans.some(({ from, to = Number.MAX_SAFE_INTEGER }) => from <= sequence && sequence <= to);
}

/** Returns the skills of an agent, and their tags. */
function profileWords(directory: Pick<AgentDirectory, 'get'>, agent: string): ReadonlySet<string> {
  return new Set((directory.get(agent)?.skills ?? []).flatMap(({ name, tags }) => [name, ...tags]));
}
