/** A session as it is stored. */
import type {
  YangentSessions_SessionState as SessionState,
  YangentSessions_Sessions_Session,
  YangentSessionsRpcs,
} from '../../generated/index.js';
import type { Floor } from './floor.js';
import type { SessionKind, Terms } from './terms.js';

export type { SessionState };

export type CloseReason = NonNullable<YangentSessions_Sessions_Session['close-reason']>;

export interface SessionRecord {
  readonly id: string;
  readonly kind: SessionKind;
  readonly name?: string;
  /** Name of the entry of configuration for which the node opened it. */
  readonly standing?: string;
  readonly goal?: string;
  /** The agent that opened it. */
  readonly initiator: string;
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
  /** The conclusion of a team. */
  readonly conclusion?: string;
  readonly terms: Terms;
  /** Of a team that is open. */
  readonly floor?: Floor;
  readonly parent?: Parent;
  /** Number of teams above it. */
  readonly depth: number;
  /** The message of the initiator with which it begins; absent once it was said. */
  readonly opening?: Opening;
  /** Its home is another node. */
  readonly copy?: Copy;
  readonly continues?: Continues;
  /** The session as which it goes on. */
  readonly continuedBy?: string;
  /** Number of the oldest message that is kept; one more than `last` when none is. */
  readonly first: number;
  /** Number of the newest message. */
  readonly last: number;
}

/** A copy of a session of another node. */
export interface Copy {
  /** The domain of its home. */
  readonly home: string;
  /** Name of the peer from which it comes: the home, or the next node on the way there. */
  readonly peer: string;
  /** True: all messages of the home pass for members here. */
  readonly complete: boolean;
  /** Tells why nothing more is taken from the home. */
  readonly problem?: string;
}

/** The session with which this one goes on. */
export interface Continues {
  readonly session: string;
  /** The last message of it that was known. */
  readonly through: number;
}

/** The task for which a team was formed. */
export interface Parent {
  /** Identifier of the task on this node. */
  readonly task: string;
  /** The session in which it was assigned. */
  readonly session?: string;
  /** False: the agent formed the team in its own run of the task, and ends the task itself. */
  readonly completes: boolean;
}

/** The first message of a session, as it was given when it was opened. */
export type Opening = NonNullable<YangentSessionsRpcs['yangent-sessions:open']['input']['first']>;
