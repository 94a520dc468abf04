/** A session as it is stored. */
import type {
  YangentSessions_SessionState as SessionState,
  YangentSessions_Sessions_Session,
} from '../../generated/index.js';
import type { SessionKind, Terms } from './terms.js';

export type CloseReason = NonNullable<YangentSessions_Sessions_Session['close-reason']>;

export interface SessionRecord {
  readonly id: string;
  readonly kind: SessionKind;
  readonly name?: string;
  readonly goal?: string;
  /** Identifier of an agent; absent when it left and nobody could follow it. */
  readonly coordinator?: string;
  /** The user that opened it. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly state: SessionState;
  /** Milliseconds since 1970: when it got its state. */
  readonly since: number;
  readonly closeReason?: CloseReason;
  readonly terms: Terms;
  /** Number of the oldest message that is kept; one more than `last` when none is. */
  readonly first: number;
  /** Number of the newest message. */
  readonly last: number;
}
