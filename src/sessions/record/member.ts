/** A member of a session as it is stored. */
import type {
  YangentSessions_MemberState as MemberState,
  YangentSessions_Role as Role,
} from '../../generated/index.js';

export type { MemberState, Role };

export const ALL_STATES: readonly MemberState[] = ['invited', 'joined', 'declined', 'left', 'removed'];

/** A time in which an agent was a member: from the message by which it joined to the one by which it went. */
export interface Span {
  readonly from: number;
  /** Absent: it is in. */
  readonly to?: number;
}

/** Maximum number of times of one agent that a session remembers. */
const MAX_SPANS = 100;

/** Returns the times of a member that joins by this message: the first, which tells who opened the session, and the newest. */
export function joining([first, ...later]: readonly Span[], from: number): readonly Span[] {
  return first ? [first, ...later.slice(2 - MAX_SPANS), { from }] : [{ from }];
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
