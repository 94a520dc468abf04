// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_AgentState, YangentAgents_ExecutionKind, YangentAgents_InteractionMode, YangentAgents_Modality } from './yangent-agents.js';
import type { YangentSessionsActions, YangentSessionsNotifications, YangentSessionsRpcs, YangentSessions_Open_Input_First, YangentSessions_Open_Input_Need_Near, YangentSessions_Open_Input_Need_Security, YangentSessions_Open_Input_Parent, YangentSessions_Role, YangentSessions_Send_Input_Artifact, YangentSessions_Send_Input_Task, YangentSessions_SessionKind, YangentSessions_Sessions_Session, YangentSessions_Sessions_Session_Member, YangentSessions_Sessions_Session_Peer, YangentSessions_Sessions_Session_Qos, YangentSessions_Sessions_Session_Retention, YangentSessions_Sessions_Session_Task, YangentSessions_Sessions_Session_TurnTaking, YangentSessions_TaskMode } from './yangent-sessions.js';

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
     * Gives out messages that wait for an agent, those of each session in order, of its sessions in turn,
     * and the messages by which it is invited to others. What a caller was given is given to no other
     * caller of the agent until it is acknowledged, or redeliver-after is over; then it comes again. A
     * peer that names no agent gets what passes for its agents, each message once, with the sessions as
     * they are now, and names with the domain of their nodes. It comes again until it is acknowledged.
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
    /**
     * Changes the terms. What is absent stays. For the coordinator and operators. When a term of
     * turn-taking is set or unset, the time of the present state, or of the present speakers, begins anew,
     * from this moment on.
     */
    '/yangent-sessions:sessions/session/set': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/set']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/set']['output'];
    };
    /** Gives the floor, and may change the state of a team. For its coordinator. */
    '/yangent-sessions:sessions/session/grant-floor': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/grant-floor']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/grant-floor']['output'];
    };
    /** Lets a team conclude: the agent in next-speaker says the conclusion. For its coordinator. */
    '/yangent-sessions:sessions/session/conclude': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/conclude']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/conclude']['output'];
    };
    /**
     * Goes on with a session whose home is lost: opens a new one here, with the same terms and those
     * members that can be reached, and sends into it what has no number yet. For the coordinator and
     * operators, where this node has a copy. The copy is closed. When the home is back, it closes its own
     * session, if the coordinator is an agent of the peer that goes on, or the peer may continue sessions.
     */
    '/yangent-sessions:sessions/session/continue': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentSessionsActions['/yangent-sessions:sessions/session/continue']['input'];
      output: YangentSessionsActions['/yangent-sessions:sessions/session/continue']['output'];
    };
    /** Closes the session. For the coordinator and operators. Unfinished tasks of the session are canceled. */
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
    '/yangent-sessions:sessions/session/task': {
      keys: readonly [string, string] & {
        readonly id: string;
      };
      entry: YangentSessions_Sessions_Session_Task;
    };
    '/yangent-sessions:sessions/session/peer': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentSessions_Sessions_Session_Peer;
    };
    '/yangent-sessions:sessions/session/member': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly agent: string;
      };
      entry: YangentSessions_Sessions_Session_Member;
    };
    '/yangent-sessions:sessions/standing': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentSessions_Sessions_Standing_State;
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
  '/yangent-sessions:sessions/standing': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentSessions_Sessions_Standing_InUse;
  };
  '/yangent-sessions:sessions/standing/member': {
    keys: readonly [string, string] & {
      readonly name: string;
      readonly agent: string;
    };
    value: YangentSessions_Sessions_Standing_Member_InUse;
  };
  '/yangent-sessions:sessions/standing/qos': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentSessions_Sessions_Session_Qos;
  };
  '/yangent-sessions:sessions/standing/retention': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentSessions_Sessions_Session_Retention;
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

/**
 * Agents that a team needs: the best that the query finds are invited, and others when one declines or
 * does not answer.
 */
export type YangentSessions_Open_Input_Need_InUse = {
  /** Name of the need. */
  id: string;
  /** Intent or task in plain language, or keywords. Agents are ranked by how well they match it. */
  text?: string;
  /** Name, alias or identifier of the agent. */
  name?: string;
  /** Globally unique identifier of the agent. */
  'digital-identifier'?: string;
  /** Type in the profile. */
  type?: string;
  /** Provider in the profile. */
  provider?: string;
  /** Domain of the agent or of its profile. */
  domain?: string;
  /** Managed object in the profile. */
  'management-object'?: string;
  /** Names of skills the agent must have. */
  skill?: readonly string[];
  /** Tags that must stand on one of the agent's skills. */
  tag?: readonly string[];
  /** Kinds of input one of its skills must take. */
  'input-mode'?: readonly YangentAgents_Modality[];
  /** Kinds of output one of its skills must give. */
  'output-mode'?: readonly YangentAgents_Modality[];
  /** Protocols the agent must speak. */
  protocol?: readonly string[];
  /** Ways of interacting the agent must support. */
  'interaction-mode'?: readonly YangentAgents_InteractionMode[];
  /** Services the agent must offer. */
  service?: readonly string[];
  /** States of which the agent must have one. Absent: online. */
  state?: readonly YangentAgents_AgentState[];
  /** Kinds of data the agent must handle. */
  modality?: readonly YangentAgents_Modality[];
  /** true: the agent must be able to stream. */
  streaming?: boolean;
  /** true: the agent must be able to push notifications. */
  'push-notifications'?: boolean;
  /** Kinds of negotiation the agent must support. The same kind in another minor version will do. */
  negotiate?: readonly string[];
  /** Names of programming interfaces the agent must offer. */
  interface?: readonly string[];
  /** Versions of the agent that will do. */
  version?: string;
  /** Where the agent must run. */
  kind?: YangentAgents_ExecutionKind;
  /**
   * Greatest latency the agent may lately have had. An agent whose latency has not been measured does
   * not match.
   * Unit: milliseconds.
   */
  'max-latency'?: number;
  /**
   * Greatest load the agent may have.
   * Unit: percent.
   */
  'max-load'?: `${number}`;
  /** What the agent must have registered about its security. */
  security?: YangentSessions_Open_Input_Need_Security;
  /** Agents that are not wanted. */
  exclude?: readonly string[];
  /** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
  near?: YangentSessions_Open_Input_Need_Near;
  /**
   * How many agents are needed.
   * @default 1
   */
  count: number;
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
  /**
   * Agents that a team needs: the best that the query finds are invited, and others when one declines or
   * does not answer.
   */
  need?: readonly YangentSessions_Open_Input_Need_InUse[];
  /**
   * The task for which a team is formed, by the agent that executes it. Its conclusion completes the
   * task; when the task ends before, the team is closed.
   */
  parent?: YangentSessions_Open_Input_Parent;
  /** What the agent that opens the session says first, when the session begins. */
  first?: YangentSessions_Open_Input_First;
  /** Who may speak when, in a team. */
  'turn-taking'?: YangentSessions_Sessions_Session_TurnTaking;
  /**
   * How deep the teams below this one may be nested, counted from the topmost team, whose depth is 0.
   * One below another team cannot allow more than that one. Absent: 3.
   */
  'max-depth'?: number;
  /** Quality of service. */
  qos?: YangentSessions_Sessions_Session_Qos;
  /** Who may join. Absent: invite, and node in a topic. A direct session has invite. */
  admission?: 'invite' | 'node';
  /**
   * true: members see who else is in, until they go, and those who are invited see who invites. false:
   * only the coordinator and operators do. Absent: true, and false in a topic.
   */
  'show-members'?: boolean;
  /**
   * How members keep from the node what they say. A sealed session stays sealed, and so are the teams
   * that are formed for its tasks. Absent: none.
   */
  encryption?: 'none' | 'sealed';
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
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {});
  /**
   * The members for whom the message is; each has joined. Empty: for all. Where members are hidden, only
   * the coordinator names any, and each of them reads itself only.
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
   * In a team: the members that speak next. Of task-assignment: those that execute the task, one task
   * each. Where members are hidden, each of them reads itself only.
   */
  'next-speaker'?: readonly string[];
  /**
   * Of task-assignment: whether the team waits for the task. Absent: synchronous in a team; in other
   * sessions, where nobody waits, asynchronous.
   */
  mode?: YangentSessions_TaskMode;
  /** Of task-assignment: the task. Its content, if it is not given here, is that of the message. */
  task?: YangentSessions_Send_Input_Task;
  /**
   * Of pause: tasks of this session, by their identifiers. One that its assigner gave means all of its
   * tasks. Where members are hidden, others than the coordinator do not read them.
   */
  trigger?: readonly string[];
  /** Of summary: the last message that it sums up. */
  covers?: `${bigint}`;
  /**
   * What comes with the message. A data-param is one that the sender may read when it sends. Who may
   * read the message may then read these data, as long as the message is kept, and while they grow as
   * long as it is a member. Data that were deleted are not named any more. Data of another node are
   * named as ID@DOMAIN, with a domain of that node.
   */
  artifact?: readonly YangentSessions_Send_Input_Artifact[];
  /**
   * JSON text of at most 65536 octets. The node gives it to those who read the message, and does not
   * look into it.
   */
  extension?: string;
  /** The message is not given out from this time on. It is still read by history. */
  expires?: string;
  /**
   * How long to wait for the first message that answers this one, if it is of type request, and before
   * that, where the home of the session is another node, for its number.
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
  type?: readonly ('yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {}))[];
  /** Only these subjects. */
  subject?: string;
  /** Only what this agent sent. */
  from?: string;
};

/**
 * The other agents that are invited. One that is missing, or that takes no such invitation, is invited
 * when it is registered or changed. One that declines or leaves is not invited again, unless its entry
 * is deleted and made anew. Other members, which joined or were invited otherwise, stay as they are.
 */
export type YangentSessions_Sessions_Standing_Member_InUse = {
  /** An agent of this node. */
  agent: string;
  /**
   * What it may do.
   * @default "speaker"
   */
  role: 'speaker' | 'observer' | 'source';
  /**
   * Subjects that pass for it. Empty: all. When it is not changed here, what the member itself says
   * holds.
   */
  filter?: readonly string[] & { readonly __set?: true };
};

/**
 * Sessions that the node opens itself, and keeps as configured: members are added and removed, and
 * terms set, as the entry is changed. When the entry is deleted, or gets another kind, the session is
 * closed. While there is an entry, the session is not closed or set in another way, and its
 * coordinator does not leave it. The node acts for the owner, the user whose commit last changed the
 * entry, who must be allowed to act for the agent in from. For an entry that the node itself
 * committed, from a file or when it restores a configuration, it acts with the rights of that agent
 * alone.
 */
export type YangentSessions_Sessions_Standing_InUse = {
  /** Name of the session. */
  name: string;
  /** Its kind. */
  kind: 'group' | 'topic';
  /**
   * The agent that opens and leads it. While it is not registered, the session is not opened, or stays
   * as it is.
   */
  from: string;
  /**
   * The other agents that are invited. One that is missing, or that takes no such invitation, is invited
   * when it is registered or changed. One that declines or leaves is not invited again, unless its entry
   * is deleted and made anew. Other members, which joined or were invited otherwise, stay as they are.
   */
  member?: readonly YangentSessions_Sessions_Standing_Member_InUse[];
  /** Quality of service. */
  qos?: YangentSessions_Sessions_Session_Qos;
  /** Who may join. Absent: invite, and node in a topic. A direct session has invite. */
  admission?: 'invite' | 'node';
  /**
   * true: members see who else is in, until they go, and those who are invited see who invites. false:
   * only the coordinator and operators do. Absent: true, and false in a topic.
   */
  'show-members'?: boolean;
  /**
   * How members keep from the node what they say. A sealed session stays sealed, and so are the teams
   * that are formed for its tasks. Absent: none.
   */
  encryption?: 'none' | 'sealed';
  /** How long messages are kept, whether or not they were read. */
  retention?: YangentSessions_Sessions_Session_Retention;
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
  /**
   * Sessions that the node opens itself, and keeps as configured: members are added and removed, and
   * terms set, as the entry is changed. When the entry is deleted, or gets another kind, the session is
   * closed. While there is an entry, the session is not closed or set in another way, and its
   * coordinator does not leave it. The node acts for the owner, the user whose commit last changed the
   * entry, who must be allowed to act for the agent in from. For an entry that the node itself
   * committed, from a file or when it restores a configuration, it acts with the rights of that agent
   * alone.
   */
  standing?: readonly YangentSessions_Sessions_Standing_InUse[];
};

/**
 * Sessions that the node opens itself, and keeps as configured: members are added and removed, and
 * terms set, as the entry is changed. When the entry is deleted, or gets another kind, the session is
 * closed. While there is an entry, the session is not closed or set in another way, and its
 * coordinator does not leave it. The node acts for the owner, the user whose commit last changed the
 * entry, who must be allowed to act for the agent in from. For an entry that the node itself
 * committed, from a file or when it restores a configuration, it acts with the rights of that agent
 * alone.
 */
export type YangentSessions_Sessions_Standing_State = {
  /** The user for whom the node acts. Absent: the agent in from. */
  owner?: string;
  /** The session. Absent: there is none yet. */
  session?: string;
  /** Members that are neither in nor invited. */
  missing?: readonly string[];
  /** Why the session is not as configured. */
  problem?: string;
};
