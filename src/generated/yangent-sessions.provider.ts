// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentSessionsActions, YangentSessionsNotifications, YangentSessionsRpcs, YangentSessions_Role, YangentSessions_SessionKind, YangentSessions_Sessions_Session, YangentSessions_Sessions_Session_Member, YangentSessions_Sessions_Session_Qos, YangentSessions_Sessions_Session_Retention } from './yangent-sessions.js';

/** What a provider of yangent-sessions is asked for and gives. */
export interface YangentSessionsProvider {
  module: 'yangent-sessions';
  rpcs: {
    /** Opens a session. The agent that opens it is its coordinator. */
    'open': {
      input: YangentSessions_Open_Input_InUse;
      output: YangentSessionsRpcs['yangent-sessions:open']['output'];
    };
    /** Sends a message. When it is answered, the message is stored. */
    'send': {
      input: YangentSessions_Send_Input_InUse;
      output: YangentSessionsRpcs['yangent-sessions:send']['output'];
    };
    /**
     * Gives out messages that wait for an agent, those of each session in order, of its sessions in turn.
     * What a caller was given is given to no other caller of the agent until it is acknowledged, or
     * redeliver-after is over; then it comes again.
     */
    'receive': {
      input: YangentSessions_Receive_Input_InUse;
      output: YangentSessionsRpcs['yangent-sessions:receive']['output'];
    };
    /**
     * Says that an agent has dealt with all messages up to a number. When it is answered, they do not come
     * again.
     */
    'acknowledge': {
      input: YangentSessionsRpcs['yangent-sessions:acknowledge']['input'];
      output: YangentSessionsRpcs['yangent-sessions:acknowledge']['output'];
    };
    /** Reads messages that are stored, whether or not they were read. It changes no position. */
    'history': {
      input: YangentSessions_History_Input_InUse;
      output: YangentSessionsRpcs['yangent-sessions:history']['output'];
    };
  };
  /** By data path. */
  actions: {
    /**
     * Makes an agent a member: one that was invited, or one that the admission lets in. Joining again
     * changes what passes.
     */
    '/yangent-sessions:sessions/session/join': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/join']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/join']['output'];
    };
    /** Answers an invitation: the agent does not come. */
    '/yangent-sessions:sessions/session/decline': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/decline']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/decline']['output'];
    };
    /**
     * Invites agents. Those that speak may invite into a group whose members are shown; else only the
     * coordinator may. An agent of the caller joins at once. A member that is in or invited gets another
     * role from the coordinator and operators only; the coordinator keeps its own.
     */
    '/yangent-sessions:sessions/session/invite': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/invite']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/invite']['output'];
    };
    /** Takes an agent out. The last one to leave closes the session. */
    '/yangent-sessions:sessions/session/leave': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/leave']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/leave']['output'];
    };
    /** Puts a member out. For the coordinator and operators. */
    '/yangent-sessions:sessions/session/remove': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/remove']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/remove']['output'];
    };
    /** Changes the terms. What is absent stays. For the coordinator and operators. */
    '/yangent-sessions:sessions/session/set': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/set']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/set']['output'];
    };
    /** Closes the session. For the coordinator and operators. */
    '/yangent-sessions:sessions/session/close': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/close']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/close']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-sessions:sessions/session': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentSessions_Sessions_Session;
    };
    '/yangent-sessions:sessions/session/member': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly agent: string;
      };
      entry: YangentSessions_Sessions_Session_Member;
    };
  };
  config: YangentSessionsConfig;
  notifications: YangentSessionsNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentSessionsConfig {
  '/yangent-sessions:sessions': {
    keys: readonly [];
    value: YangentSessions_Sessions_InUse;
  };
}

/** Whom to invite. An agent of the caller joins at once. */
export type YangentSessions_Open_Input_Member_InUse = {
  /** An agent, by its identifier or name. */
  agent: string;
  /**
   * What it may do. There is one coordinator only.
   * @default "speaker"
   */
  role: YangentSessions_Role;
  /**
   * Subjects. A message passes when one of them fits; one without subject passes too. Empty: all
   * subjects.
   */
  filter?: readonly string[];
  /** true: what passes must also have a tag which is a skill of the agent, or a tag of one of its skills. */
  'by-profile'?: boolean;
};

export type YangentSessions_Open_Input_InUse = {
  /**
   * A caller that did not get the answer asks again with the same identifier, and gets the session that
   * was opened. For another agent or another kind the identifier is refused.
   */
  'request-id'?: string;
  /**
   * The agent that opens it, by its identifier or name. Absent: the agent of the endpoint, or the only
   * one of the caller.
   */
  from?: string;
  /** Its kind. */
  kind: YangentSessions_SessionKind;
  /** What people call it. */
  name?: string;
  /** What it is for. */
  goal?: string;
  /** Whom to invite. An agent of the caller joins at once. */
  member?: readonly YangentSessions_Open_Input_Member_InUse[];
  /** Quality of service. */
  qos?: YangentSessions_Sessions_Session_Qos;
  /** Who may join. Absent: invite, and node in a topic. A direct session has invite. */
  admission?: 'invite' | 'node';
  /**
   * true: members see who else is in, until they go. false: only the coordinator and operators do.
   * Absent: true, and false in a topic.
   */
  'show-members'?: boolean;
  /** How long messages are kept, whether or not they were read. */
  retention?: YangentSessions_Sessions_Session_Retention;
};

export type YangentSessions_Send_Input_InUse = {
  /** The session. Absent: the direct session of from and to, which is opened if there is none. */
  session?: string;
  /**
   * The member that speaks, by its identifier or name. Absent: the agent of the endpoint, or the only
   * one of the caller.
   */
  from?: string;
  /**
   * Identifier of the message. A caller that did not get the answer sends it again with the same
   * identifier: it is stored once. Absent: the node gives one.
   */
  id?: string;
  /**
   * What it is.
   * @default "yangent-sessions:discussion"
   */
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {});
  /**
   * The members for whom the message is; each has joined. Empty: for all. Where members are hidden, only
   * the coordinator names any.
   */
  to?: readonly string[];
  /** What the message is about. */
  subject?: string;
  /** Words for those who read by their profile. */
  tag?: readonly string[];
  /** The message that is answered. */
  'in-reply-to'?: `${bigint}`;
  /** The text of the message. */
  content?: string;
  /** Kind of the content, as a media type. Absent: text/plain. */
  'media-type'?: string;
  /**
   * How long to wait for the first message that answers this one, if it is of type request.
   * @default 0
   * Unit: seconds.
   */
  wait: number;
};

export type YangentSessions_Receive_Input_InUse = {
  /**
   * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
   * one of the caller.
   */
  agent?: string;
  /** Only messages of this session. */
  session?: string;
  /**
   * The most messages.
   * @default 100
   */
  max: number;
  /**
   * How long to wait when there is none.
   * @default 0
   * Unit: seconds.
   */
  wait: number;
  /**
   * When messages that are not acknowledged come again.
   * @default 60
   * Unit: seconds.
   */
  'redeliver-after': number;
};

export type YangentSessions_History_Input_InUse = {
  /**
   * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
   * one of the caller.
   */
  agent?: string;
  /** The session. */
  session: string;
  /** Only messages behind this one, the oldest of them first; 0 begins with the first one that is kept. */
  after?: `${bigint}`;
  /** Only messages ahead of this one. Without after, the newest of them. */
  before?: `${bigint}`;
  /**
   * The most messages.
   * @default 100
   */
  limit: number;
  /** Only these types. */
  type?: readonly ('yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {}))[];
  /** Only these subjects. */
  subject?: string;
  /** Only what this agent sent. */
  from?: string;
};

/** The sessions of agents. */
export type YangentSessions_Sessions_InUse = {
  /**
   * The most members of a session.
   * @default 10000
   */
  'max-members': number;
  /**
   * The most open sessions of the agents of a user, counted at those who opened them.
   * @default 1000
   */
  'max-sessions-per-user': number;
  /**
   * How long a closed session is kept.
   * @default 7
   * Unit: days.
   */
  'closed-days': number;
};
