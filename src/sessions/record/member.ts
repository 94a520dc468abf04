/** A member of a session as it is stored. */
import type {
  YangentSessions_MemberState as MemberState,
  YangentSessions_Role as Role,
} from '../../generated/index.js';

export type { MemberState, Role };

export const ALL_STATES: readonly MemberState[] = ['invited', 'joined', 'declined', 'left', 'removed'];

/**
 * A time in which an agent was a member: from the message by which it joined to the one by which it went. An invitation is a time of
 * one message: the one that invites.
 */
export interface Span {
  readonly from: number;
  /** Absent: it is in. */
  readonly to?: number;
}

/** Maximum number of times of one agent that a session remembers. */
const MAX_SPANS = 100;

/** Returns the times of a member that joins by this message: the first, which tells who opened the session, and the newest. */
export function joining(spans: readonly Span[], from: number): readonly Span[] {
  const [first, ...later] = memberships(spans);
  return first ? [first, ...later.slice(2 - MAX_SPANS), { from }] : [{ from }];
}

/** Returns the times of an agent that is invited by this message; an earlier invitation is over. */
export function inviting(spans: readonly Span[], at: number): readonly Span[] {
  return [...memberships(spans), { from: at, to: at }];
}

/** Returns the times of an agent without those of invitations. */
export function memberships(spans: readonly Span[]): readonly Span[] {
  return spans.filter(({ from, to }) => from !== to);
}

/** Returns the number of the message that invites the agent, which is all that it is given; undefined for one that is not invited. */
export function invitationOf({ state, spans }: Pick<MemberRecord, 'state' | 'spans'>): number | undefined {
  const last = spans.at(-1);
  return state === 'invited' && last?.from === last?.to ? last?.to : undefined;
}

/** Which messages pass for a member. */
export interface Wanted {
  /** Filters of subjects; empty: all. */
  readonly filters: readonly string[];
  readonly byProfile: boolean;
}

export interface MemberRecord extends Wanted {
  readonly session: string;
  readonly agent: string;
  readonly role: Role;
  readonly state: MemberState;
  /** Oldest first. */
  readonly spans: readonly Span[];
  /** Its position: what is behind it is done with. */
  readonly acknowledged: number;
  /** The last message that was given to it. */
  readonly delivered: number;
  /** Milliseconds of the steady clock: until then, what was delivered is not given again; 0 when nothing is out. */
  readonly lent: number;
  /** The skipped messages that it was told of, up to `through`; counted as missed when it acknowledges them. */
  readonly gap?: Gap;
  /** Number of messages that were skipped for it. */
  readonly missed: number;
  /** Number of messages that passed for it and expired before they were given to it. */
  readonly expired: number;
}

/** Messages that are not given to a member. */
export interface Gap {
  readonly count: number;
  /** Number of the last of them. */
  readonly through: number;
}
