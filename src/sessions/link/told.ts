/** A session as a peer with members is told of it. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessions_Receive_Output_Session as ToldSession } from '../../generated/index.js';
import { holding } from '../floor/course.js';
import type { Rename } from '../homes/names.js';
import { type MemberRecord, memberships } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';

export type { ToldSession };

/** The members of a session that a peer may be told. */
export interface ToldMembers {
  /** Those behind the peer. */
  readonly own: ReadonlySet<string>;
  readonly members: readonly MemberRecord[];
  /** True: all messages pass for one of them. */
  readonly complete: boolean;
  /** The last message that the peer has acknowledged. */
  readonly acknowledged: number;
}

/** The node that tells it. */
export interface Home {
  readonly domain: string;
  /** Returns how agents are called abroad. */
  readonly name: Rename;
}

export function toldSession(
  session: SessionRecord,
  { own, members, complete, acknowledged }: ToldMembers,
  { domain, name: as }: Home,
): ToldSession {
  const { id, kind, name, goal, initiator, coordinator, created, state, since, closeReason, conclusion, terms } =
    session;
  const { depth, floor, copy, continues } = session;
  const shows = (agent: string): boolean => terms['show-members'] || own.has(agent);
  const holder = floor?.holders.filter(shows).map(as);
  const { 'turn-taking': turns, 'max-depth': maxDepth, qos, admission, retention } = terms;
  return {
    ...{ id, kind, state, complete, depth, acknowledged: int64(acknowledged) },
    ...(name === undefined ? {} : { name }),
    ...(goal === undefined ? {} : { goal }),
    ...(shows(initiator) ? { initiator: as(initiator) } : {}),
    ...(coordinator !== undefined && shows(coordinator) ? { coordinator: as(coordinator) } : {}),
    created: new Date(created).toISOString(),
    since: new Date(since).toISOString(),
    ...(closeReason === undefined ? {} : { 'close-reason': closeReason }),
    ...(conclusion === undefined ? {} : { conclusion }),
    home: copy?.home ?? domain,
    ...(continues ? { continues: { session: continues.session, through: int64(continues.through) } } : {}),
    ...(turns ? { 'turn-taking': turns } : {}),
    ...(maxDepth === undefined ? {} : { 'max-depth': maxDepth }),
    ...{ qos, admission, 'show-members': terms['show-members'], retention },
    ...(terms.encryption === undefined ? {} : { encryption: terms.encryption }),
    ...(floor ? { floor: { ...holding({ ...floor, holders: holder ?? [] }) } } : {}),
    ...(members.length > 0
      ? { member: members.filter(({ agent }) => shows(agent)).map((member) => toldMember(member, own, as)) }
      : {}),
  };
}

function toldMember(
  { agent, role, state, filters, byProfile, spans }: MemberRecord,
  own: ReadonlySet<string>,
  name: Rename,
) {
  const joined = memberships(spans).at(-1)?.from;
  const isOwn = own.has(agent);
  return {
    ...{ agent: name(agent), role, state },
    ...(joined === undefined ? {} : { 'from-sequence': int64(joined) }),
    ...(isOwn && filters.length > 0 ? { filter: filters } : {}),
    ...(isOwn && byProfile ? { 'by-profile': true } : {}),
  };
}
