/** The functions of a hosted member: the contract of `sessions` in the definition of an agent. */
import type { Logger } from 'pino';
import type {
  YangentSessions_Role as Role,
  YangentSessions_History_Output_Message,
  YangentSessions_Receive_Output_Message,
  YangentSessions_Sessions_Session,
  YangentSessions_Sessions_Session_Task,
  YangentSessionsRpcs,
} from '../../generated/index.js';
import type { SaidType } from '../send/rules.js';

type SendInput = YangentSessionsRpcs['yangent-sessions:send']['input'];

/** A message that waited for the agent, as `yangent-sessions:receive` gives it. */
export type HeardMessage = YangentSessions_Receive_Output_Message;

/** A message that the agent says: the input of `yangent-sessions:send`, without the leaves that the node sets. */
export interface SpokenMessage extends Omit<SendInput, 'session' | 'from' | 'id' | 'type' | 'wait'> {
  /** Default: `response` to a request, else `discussion`. */
  readonly type?: SaidType;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function without an answer needs no return statement
type Answer<T> = Promise<T | void> | T | void;

/** The messages that a function lets the agent say, in this order. A text is the content of one. */
export type Replies = string | SpokenMessage | readonly SpokenMessage[];

/** The conclusion of a team. A text is its content. */
export type Conclusion = string | (Pick<SpokenMessage, 'media-type'> & { readonly content: string });

/** The session of a call, as far as the agent may see it. */
export type SeenSession = Pick<
  YangentSessions_Sessions_Session,
  'id' | 'kind' | 'name' | 'goal' | 'state' | 'coordinator' | 'encryption' | 'conclusion' | 'close-reason'
>;

/** A call of a function of a member. */
export interface Meeting {
  /** Identifier of the agent that is called. */
  readonly agent: string;
  readonly role: Role;
  readonly session: SeenSession;
  /** Aborted when the time of the call is over, under `stop-all`, and when the node stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Returns the newest messages that the agent may read, the oldest first. @param most 1 to 1000 */
  history(most: number): Promise<readonly YangentSessions_History_Output_Message[]>;
}

/** A call in a team. Where members are hidden, it shows the turn and the tasks of the agent itself, and no other members. */
export interface TeamMeeting extends Meeting {
  /** Agents that have the floor; empty where all may speak, and while the team waits for tasks. */
  readonly floor: { readonly holder: readonly string[]; readonly turn: number };
  /** Other members that speak, those that joined first come first; at most 1000. */
  readonly speakers: readonly string[];
  /** Tasks that were assigned in the session; at most 1000. */
  readonly tasks: readonly YangentSessions_Sessions_Session_Task[];
}

/** The decision of a coordinator. */
export interface Coordination {
  /**
   * Default: `discussion`. `conclusion` lets the team conclude, `pause-and-trigger` wait for tasks. The two states of task assignment
   * assign `task`; without it they change who waits for the unfinished tasks.
   */
  readonly state?:
    | 'discussion'
    | 'synchronous-task-assignment'
    | 'asynchronous-task-assignment'
    | 'pause-and-trigger'
    | 'conclusion';
  /** The members that speak next, execute the task, or say the conclusion. */
  readonly next?: readonly string[];
  /** Content of the message. Without it, `discussion` gives the floor and says nothing. */
  readonly message?: string;
  /** Media type of the message. Default: text/plain. */
  readonly mediaType?: string;
  /** The task of a task assignment. Default: the message. */
  readonly task?: SpokenMessage['task'];
  /** The tasks for which a pause waits, by their identifiers. Default: all that have not ended. */
  readonly triggers?: readonly string[];
}

/**
 * The functions of a hosted member. They are called one after the other for one session. One that throws, or is not done in time, is
 * called again a few times, and then passed over.
 */
export interface SessionHooks {
  /** Decides an invitation of an agent that is asked (`accepts/sessions ask`). Without it, the invitation waits for an owner. */
  readonly invited?: (meeting: Meeting) => Answer<boolean>;
  /**
   * Gets each message that another member says, or that tells of a task. The message is done with when the promise resolves. In a team
   * an answer of type discussion needs the floor, and is the turn of the agent.
   */
  readonly message?: (message: HeardMessage, meeting: Meeting) => Answer<Replies>;
  /** Speaks when the agent has the floor of a team. */
  readonly turn?: (meeting: TeamMeeting) => Answer<Replies>;
  /** Leads a team as its coordinator: when the agent has the floor, and when something changed. Default: by rules. */
  readonly coordinate?: (meeting: TeamMeeting) => Answer<Coordination>;
  /**
   * Says the conclusion of a team. Default for a coordinator: the results of the tasks, else the last messages; of a sealed team the
   * newest of these, as it is.
   */
  readonly conclude?: (meeting: TeamMeeting) => Answer<Conclusion>;
}
