// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_AgentState, YangentAgents_ExecutionKind, YangentAgents_InteractionMode, YangentAgents_Modality } from './yangent-agents.js';
import type { YangentContexts_Redacted } from './yangent-contexts.js';
import type { YangentTasks_ErrorCode, YangentTasks_TaskState } from './yangent-tasks.js';

/** Type session-kind of yangent-sessions. */
export type YangentSessions_SessionKind = 'direct' | 'group' | 'team' | 'topic';

/** Type session-state of yangent-sessions. */
export type YangentSessions_SessionState = 'open' | 'forming' | 'discussion' | 'synchronous-task-assignment' | 'asynchronous-task-assignment' | 'pause-and-trigger' | 'conclusion' | 'closed';

/** Type close-reason of yangent-sessions. */
export type YangentSessions_CloseReason = 'closed' | 'empty' | 'concluded' | 'max-turns' | 'no-conclusion' | 'no-quorum' | 'parent-ended' | 'continued';

/** Type task-mode of yangent-sessions. */
export type YangentSessions_TaskMode = 'synchronous' | 'asynchronous';

/** Type role of yangent-sessions. */
export type YangentSessions_Role = 'coordinator' | 'speaker' | 'observer' | 'source';

/** Type member-state of yangent-sessions. */
export type YangentSessions_MemberState = 'invited' | 'joined' | 'declined' | 'left' | 'removed';

/**
 * Sessions: agents that talk in company. A session is a log of messages in one order, with members.
 * Its kind sets what holds where its terms say nothing. A message never changes; that members come and
 * go is told by messages too. Each member has one position in the log: what lies behind it is
 * acknowledged, and what comes after it waits for the member, also while the member is away. A member
 * sends with send, and reads with receive and acknowledge; history reads what is stored again. None of
 * them says anything to those who are not members. A team is a session that works on a goal. Its state
 * tells what it is doing, and its floor who may speak next. Tasks are assigned in it, and their
 * results are told in it. A member that executes one of them may form a team of its own for that task.
 * A session has one home, the node that gives the numbers. A node whose agents are members of a
 * session with another home keeps a copy: it receives the messages from its peer, each of them once
 * for all of its agents, which read them there under the same numbers. What they send is stored there,
 * and goes to the home. In a sealed session members encrypt for one another, and the node is the
 * delivery service: it stores and orders, and reads nothing.
 */
export interface YangentSessions {
  /** The sessions of agents. */
  sessions?: YangentSessions_Sessions;
}

/** Top-level data of yangent-sessions, as RFC 7951 names them in a document. */
export interface YangentSessionsData {
  'yangent-sessions:sessions'?: YangentSessions['sessions'];
}

/** RPCs of the module. */
export interface YangentSessionsRpcs {
  /** Opens a session. The agent that opens it is its coordinator. */
  'yangent-sessions:open': {
    input: {
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
      member?: readonly YangentSessions_Open_Input_Member[];
      /**
       * Agents that a team needs: the best that the query finds are invited, and others when one declines or
       * does not answer.
       */
      need?: readonly YangentSessions_Open_Input_Need[];
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
    output: {
      /** Identifier of the session. */
      id: string;
      /** Its state. */
      state: YangentSessions_SessionState;
      /** Its members. */
      member?: readonly YangentSessions_Open_Output_Member[];
      /** Needs for which too few agents were found. */
      unmet?: readonly string[];
    };
  };
  /** Sends a message. When it is answered, the message is stored. */
  'yangent-sessions:send': {
    input: {
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
      type?: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {});
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
      wait?: number;
    };
    output: {
      /** The session. */
      session: string;
      /** Identifier of the message. */
      id: string;
      /** Its number. Absent: it has none yet. */
      sequence?: `${bigint}`;
      /** What became of it. */
      status: 'sequenced' | 'accepted';
      /**
       * The number of members from which sharing policies keep the message, or parts of it. Absent: none, or
       * the members are hidden from the sender.
       * Unit: members.
       */
      withheld?: number;
      /** The first message in reply to this one. */
      reply?: YangentSessions_Send_Output_Reply;
    };
  };
  /**
   * Gives out messages that wait for an agent, those of each session in order, of its sessions in turn,
   * and the messages by which it is invited to others. What a caller was given is given to no other
   * caller of the agent until it is acknowledged, or redeliver-after is over; then it comes again. A
   * peer that names no agent gets what passes for its agents, each message once, with the sessions as
   * they are now, and names with the domain of their nodes. It comes again until it is acknowledged.
   */
  'yangent-sessions:receive': {
    input: {
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
      max?: number;
      /**
       * How long to wait when there is none.
       * @default 0
       * Unit: seconds.
       */
      wait?: number;
      /**
       * When messages that are not acknowledged come again.
       * @default 60
       * Unit: seconds.
       */
      'redeliver-after'?: number;
    };
    output: {
      /** The messages. */
      message?: readonly YangentSessions_Receive_Output_Message[];
      /**
       * Messages of the agent that the home of the session refused. They come again until they are
       * acknowledged.
       */
      rejected?: readonly YangentSessions_Receive_Output_Rejected[];
      /** For a peer: sessions that have messages here, or have changed since it acknowledged them. */
      session?: readonly YangentSessions_Receive_Output_Session[];
      /** Sessions of which messages were skipped. */
      gap?: readonly YangentSessions_Receive_Output_Gap[];
    };
  };
  /**
   * Says that an agent has dealt with all messages up to a number. When it is answered, they do not come
   * again.
   */
  'yangent-sessions:acknowledge': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
      /** The positions. All of them are stored, or none. */
      position: readonly YangentSessions_Acknowledge_Input_Position[];
    };
    output: undefined;
  };
  /** Reads messages that are stored, whether or not they were read. It changes no position. */
  'yangent-sessions:history': {
    input: {
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
      limit?: number;
      /** Only these types. */
      type?: readonly ('yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {}))[];
      /** Only these subjects. */
      subject?: string;
      /** Only what this agent sent. */
      from?: string;
    };
    output: {
      /** The messages, in their order. */
      message?: readonly YangentSessions_History_Output_Message[];
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentSessionsActions {
  /**
   * Makes an agent a member: one that was invited, or one that the admission lets in. Joining again
   * changes what passes.
   */
  '/yangent-sessions:sessions/session/join': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
      /**
       * Subjects. A message passes when one of them fits; one without subject passes too. Empty: all
       * subjects.
       */
      filter?: readonly string[];
      /** true: what passes must also have a tag which is a skill of the agent, or a tag of one of its skills. */
      'by-profile'?: boolean;
    };
    output: {
      /** The state of the member: joined. */
      state: YangentSessions_MemberState;
      /** The message by which it joined. */
      sequence?: `${bigint}`;
    };
  };
  /** Answers an invitation: the agent does not come. */
  '/yangent-sessions:sessions/session/decline': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
    };
    output: undefined;
  };
  /**
   * Invites agents. Those that speak may invite into a group whose members are shown; else only the
   * coordinator may. An agent of the caller joins at once. A member that is in or invited gets another
   * role from the coordinator and operators only; the coordinator keeps its own.
   */
  '/yangent-sessions:sessions/session/invite': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
      /** Whom. */
      member: readonly YangentSessions_Sessions_Session_Invite_Input_Member[];
    };
    output: {
      /** What became of each. */
      member?: readonly YangentSessions_Sessions_Session_Invite_Output_Member[];
    };
  };
  /** Takes an agent out. The last one to leave closes the session. */
  '/yangent-sessions:sessions/session/leave': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
    };
    output: undefined;
  };
  /** Puts a member out. For the coordinator and operators. */
  '/yangent-sessions:sessions/session/remove': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
      /** The member. */
      member: string;
      /** Why. */
      reason?: string;
    };
    output: undefined;
  };
  /**
   * Changes the terms. What is absent stays. For the coordinator and operators. When a term of
   * turn-taking is set or unset, the time of the present state, or of the present speakers, begins anew,
   * from this moment on.
   */
  '/yangent-sessions:sessions/session/set': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
      /** What people call it. */
      name?: string;
      /** What it is for. */
      goal?: string;
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
      /**
       * Terms that are no longer said, by their last names: what the kind of the session says where nothing
       * was said holds again. The name and the goal are removed. A term is not set and unset at once.
       */
      unset?: readonly ('name' | 'goal' | 'mode' | 'max-turns' | 'speaker-timeout' | 'forming-timeout' | 'pause-timeout' | 'min-members' | 'max-depth' | 'priority' | 'time-to-live' | 'max-rate' | 'max-bytes-rate' | 'max-backlog' | 'when-full' | 'history' | 'admission' | 'show-members' | 'days' | 'messages')[];
    };
    output: undefined;
  };
  /** Gives the floor, and may change the state of a team. For its coordinator. */
  '/yangent-sessions:sessions/session/grant-floor': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
      /**
       * The state that the team gets: discussion, one of the two of task assignment, which sets the mode of
       * all unfinished tasks, pause-and-trigger or conclusion. Absent: it stays, and one that waits for
       * tasks discusses again.
       */
      state?: YangentSessions_SessionState;
      /** Those that have the floor. Empty: the coordinator. */
      'next-speaker'?: readonly string[];
      /** Of pause-and-trigger: the tasks for which the team waits. */
      trigger?: readonly string[];
    };
    output: undefined;
  };
  /** Lets a team conclude: the agent in next-speaker says the conclusion. For its coordinator. */
  '/yangent-sessions:sessions/session/conclude': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
      /** Who says the conclusion. Absent: the coordinator. */
      'next-speaker'?: string;
    };
    output: undefined;
  };
  /**
   * Goes on with a session whose home is lost: opens a new one here, with the same terms and those
   * members that can be reached, and sends into it what has no number yet. For the coordinator and
   * operators, where this node has a copy. The copy is closed. When the home is back, it closes its own
   * session, if the coordinator is an agent of the peer that goes on, or the peer may continue sessions.
   */
  '/yangent-sessions:sessions/session/continue': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
    };
    output: {
      /** Identifier of the new session. */
      id: string;
    };
  };
  /** Closes the session. For the coordinator and operators. Unfinished tasks of the session are canceled. */
  '/yangent-sessions:sessions/session/close': {
    input: {
      /**
       * An agent of the caller, by its identifier or name. Absent: the agent of the endpoint, or the only
       * one of the caller.
       */
      agent?: string;
    };
    output: undefined;
  };
}

/** Notifications of the module. */
export interface YangentSessionsNotifications {
  /**
   * A session was opened or closed, its state or terms were changed, or a member came or went. It is for
   * operators, the coordinator and the member that it names.
   */
  'yangent-sessions:session-changed': {
    /** The session. */
    id: string;
    /** Its kind. */
    kind: YangentSessions_SessionKind;
    /** What changed. */
    change: 'opened' | 'member' | 'terms' | 'state' | 'closed';
    /** Its state. */
    state: YangentSessions_SessionState;
    /** The member. */
    member?: YangentSessions_SessionChanged_Member;
  };
  /**
   * A message for agents of the caller. It is in the stream inbox only, and not in the event log. The
   * stream begins behind the position of each agent, and goes on with what is sent. It moves no position
   * by itself. What it gave is acknowledged with acknowledge, or by the identifier of the last event
   * when the caller subscribes again, which also stands for all that this stream gave before.
   */
  'yangent-sessions:message': {
    /** The session. */
    session: string;
    /** The agents of the caller for which it is. Empty at the endpoint of an agent: for that agent. */
    for?: readonly string[];
    /** Its number in the session. */
    sequence?: `${bigint}`;
    /** Identifier that its sender gave, or the node. */
    id: string;
    /** What it is. */
    type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {});
    /** Who sent it. Absent: the node did. */
    from?: string;
    /** When it was stored. */
    at: string;
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
     * What the sharing policies between the sender and this reader removed: kinds of information, and the
     * names of members of this message that are left out, as content or data-param. With type, this node
     * does not know the type that another node told, and says discussion.
     */
    redacted?: readonly YangentContexts_Redacted[];
    /** What a message of type membership tells. */
    membership?: YangentSessions_Send_Output_Reply_Membership;
    /** What a message of type task-progress or task-result tells. */
    'task-news'?: YangentSessions_Send_Output_Reply_TaskNews;
    /** The state and the floor after this message. */
    floor?: YangentSessions_Send_Output_Reply_Floor;
    /** true: it was given out before, and not acknowledged. */
    redelivered?: boolean;
  };
  /**
   * Messages were skipped for an agent of the caller: it was too far behind in a session that lets
   * members lag, or they were no longer kept. It is in the stream inbox only.
   */
  'yangent-sessions:gap': {
    /** The session. */
    session: string;
    /** The agents of the caller for which it is. Empty at the endpoint of an agent: for that agent. */
    for?: readonly string[];
    /**
     * How many messages that were not read, at most.
     * Unit: messages.
     */
    count: `${bigint}`;
    /** The last one of them. */
    through: `${bigint}`;
  };
  /**
   * The home of a session, which is another node, refused a message of an agent of the caller. It is in
   * the stream inbox only. It comes again in each stream, until it is acknowledged.
   */
  'yangent-sessions:rejected': {
    /** The session. */
    session: string;
    /** The agents of the caller for which it is. Empty at the endpoint of an agent: for that agent. */
    for?: readonly string[];
    /** Identifier of the message. */
    id: string;
    /** Why, as the home has answered. */
    'error-tag': string;
    /** Why, more closely. */
    'error-app-tag'?: string;
    /** Why, in words. */
    'error-message'?: string;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentSessionsStructures {}

/** The sessions of agents. */
export type YangentSessions_Sessions = {
  /**
   * The most members of a session.
   * @default 10000
   */
  'max-members'?: number;
  /**
   * The most open sessions of the agents of a user, counted at those who opened them.
   * @default 1000
   */
  'max-sessions-per-user'?: number;
  /**
   * How long a closed session is kept.
   * @default 7
   * Unit: days.
   */
  'closed-days'?: number;
  /** The sessions of which an agent of the caller is or was a member; for operators all. */
  session?: readonly YangentSessions_Sessions_Session[];
  /**
   * Sessions that the node opens itself, and keeps as configured: members are added and removed, and
   * terms set, as the entry is changed. When the entry is deleted, or gets another kind, the session is
   * closed. While there is an entry, the session is not closed or set in another way, and its
   * coordinator does not leave it. The node acts for the owner, the user whose commit last changed the
   * entry, who must be allowed to act for the agent in from. For an entry that the node itself
   * committed, from a file or when it restores a configuration, it acts with the rights of that agent
   * alone.
   */
  standing?: readonly YangentSessions_Sessions_Standing[];
};

/** The sessions of which an agent of the caller is or was a member; for operators all. */
export type YangentSessions_Sessions_Session = {
  /** Identifier of the session. */
  id: string;
  /** Its kind. */
  kind: YangentSessions_SessionKind;
  /** What people call it. */
  name?: string;
  /** What it is for. */
  goal?: string;
  /**
   * The agent that opened it. Absent when another agent has its identifier now, and, where members are
   * hidden, for all but itself, the coordinator and operators.
   */
  initiator?: string;
  /** Name of its entry in standing, for one that the node opened as configured. */
  standing?: string;
  /** The agent that leads it. Absent where members are hidden, for all but itself and operators. */
  coordinator?: string;
  /** When it was opened. */
  created: string;
  /** Its state. */
  state: YangentSessions_SessionState;
  /** When it got this state. */
  since: string;
  /** Why it is closed. */
  'close-reason'?: YangentSessions_CloseReason;
  /** What the team came to. */
  conclusion?: string;
  /** The domain of the node that is its home, where the messages get their numbers. Absent: this node. */
  home?: string;
  /** The session whose home was lost. */
  continues?: YangentSessions_Sessions_Session_Continues;
  /** The session as which it goes on. */
  'continued-by'?: string;
  /** What this node has of it. */
  copy?: YangentSessions_Sessions_Session_Copy;
  /** Where it belongs. */
  parent?: YangentSessions_Sessions_Session_Parent;
  /** How many teams are above it. */
  depth?: number;
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
  /** Who may speak, in a team. */
  floor?: YangentSessions_Sessions_Session_Floor;
  /**
   * The tasks that were assigned in the session; where members are hidden, those that the caller's own
   * agents assigned or execute.
   */
  task?: readonly YangentSessions_Sessions_Session_Task[];
  /** The oldest message that is kept. Shown with coordinator only. */
  'first-sequence'?: `${bigint}`;
  /** The newest message. Shown with coordinator only. */
  'last-sequence'?: `${bigint}`;
  /** The peers with members. For operators. */
  peer?: readonly YangentSessions_Sessions_Session_Peer[];
  /** The members; where they are hidden, those that are the caller's own. */
  member?: readonly YangentSessions_Sessions_Session_Member[];
};

/** The session whose home was lost. */
export type YangentSessions_Sessions_Session_Continues = {
  /** Its identifier. */
  session: string;
  /** The last message of it that was known here. */
  through: `${bigint}`;
};

/** What this node has of it. */
export type YangentSessions_Sessions_Session_Copy = {
  /** The peer from which it comes. For operators. */
  peer?: string;
  /** true: all messages of the home pass for members here. */
  complete: boolean;
  /**
   * How many messages of members here have no number yet.
   * Unit: messages.
   */
  waiting?: number;
  /** Why nothing more is taken from the home, and nothing goes there. */
  problem?: string;
};

/** Where it belongs. */
export type YangentSessions_Sessions_Session_Parent = {
  /** The task for which it was formed. */
  task: string;
  /** The session in which that task was assigned. */
  session?: string;
};

/** Who may speak when, in a team. */
export type YangentSessions_Sessions_Session_TurnTaking = {
  /** How turns are given. Absent: named. */
  mode?: 'named' | 'round-robin' | 'open';
  /**
   * After how many turns the team must conclude. Discussion, task-assignment, pause and conclude are
   * turns. Absent: it need not.
   */
  'max-turns'?: number;
  /**
   * How long a speaker may be silent. Then the coordinator has the floor; when nobody spoke three times
   * in a row, the team concludes, or waits for the tasks that it has. Absent: 120.
   * Unit: seconds.
   */
  'speaker-timeout'?: number;
  /**
   * How long a team waits for answers to invitations. Absent: 300.
   * Unit: seconds.
   */
  'forming-timeout'?: number;
  /**
   * How long a team waits for triggers. Absent: 86400.
   * Unit: seconds.
   */
  'pause-timeout'?: number;
  /** How many members must have joined before a team begins. Absent: 2. */
  'min-members'?: number;
};

/** Quality of service. */
export type YangentSessions_Sessions_Session_Qos = {
  /**
   * How much of a stream of several sessions this one gets while messages of others wait too: one step
   * higher is twice as much. Absent: 3.
   */
  priority?: number;
  /**
   * How long a message is given out. Absent: as long as it is kept.
   * Unit: seconds.
   */
  'time-to-live'?: number;
  /**
   * How fast one member may send. What comes faster is refused with resource-denied and the
   * error-app-tag rate-limited; retry-after in error-info tells when to send again. Absent: as fast as
   * the node takes it.
   * Unit: messages per second.
   */
  'max-rate'?: number;
  /**
   * How many bytes one member may send in messages: their text and what comes with it, in UTF-8. The
   * data that messages name are not counted. A message that is longer is taken after a second of
   * silence, and the next one waits until its bytes are paid off. Absent: as many as the node takes. It
   * also bounds how many bytes of these data one reader gets, besides its messages; the owner of data
   * reads without bound, and of several sessions the largest bound holds.
   * Unit: bytes per second.
   */
  'max-bytes-rate'?: number;
  /**
   * How far a member may be behind: the messages that pass for it and that it has not acknowledged.
   * Absent: 10000.
   * Unit: messages.
   */
  'max-backlog'?: number;
  /** What happens when a member is max-backlog behind. Absent: refuse, and lag in a topic. */
  'when-full'?: 'refuse' | 'lag';
  /** What a member may read with history. Absent: all, and joined in a topic. */
  history?: 'all' | 'joined' | 'summary' | 'none';
};

/** How long messages are kept, whether or not they were read. */
export type YangentSessions_Sessions_Session_Retention = {
  /**
   * Greatest age of a message. Absent: 30.
   * Unit: days.
   */
  days?: number;
  /**
   * Greatest number of messages. Absent: 100000.
   * Unit: messages.
   */
  messages?: number;
};

/** Who may speak, in a team. */
export type YangentSessions_Sessions_Session_Floor = {
  /**
   * Those that have the floor. While the team waits for tasks, those that execute them. Where members
   * are hidden, each of them reads itself only.
   */
  holder?: readonly string[];
  /** How many turns there were. */
  turn?: number;
  /** When the floor goes to the coordinator, or the state ends by itself. */
  expires?: string;
};

/**
 * The tasks that were assigned in the session; where members are hidden, those that the caller's own
 * agents assigned or execute.
 */
export type YangentSessions_Sessions_Session_Task = {
  /** Identifier of the task on this node. */
  id: string;
  /** Identifier that its assigner gave to it. */
  'task-id': string;
  /** The member that assigned it. */
  assigner: string;
  /** The member that executes it. */
  assignee: string;
  /** Whether the team waits for it. */
  mode: YangentSessions_TaskMode;
  /** Its state. */
  state: YangentTasks_TaskState;
  /** true: the team waits for its end. */
  trigger?: boolean;
  /** The message by which it was assigned. */
  sequence: `${bigint}`;
};

/** The peers with members. For operators. */
export type YangentSessions_Sessions_Session_Peer = {
  /** Name of the peer. */
  name: string;
  /** It has stored all that passes for its members up to this message. */
  acknowledged: `${bigint}`;
};

/** The members; where they are hidden, those that are the caller's own. */
export type YangentSessions_Sessions_Session_Member = {
  /** Its identifier. */
  agent: string;
  /** What it may do. */
  role: YangentSessions_Role;
  /** Its state. */
  state: YangentSessions_MemberState;
  /**
   * True while the state of the agent is online; for an agent of another node, while that node is up.
   * Messages wait for the others.
   */
  online: boolean;
  /**
   * Subjects. A message passes when one of them fits; one without subject passes too. Empty: all
   * subjects.
   */
  filter?: readonly string[];
  /** true: what passes must also have a tag which is a skill of the agent, or a tag of one of its skills. */
  'by-profile'?: boolean;
  /** The message by which it joined, the last time. */
  'from-sequence'?: `${bigint}`;
  /** It has read up to this message. Only for itself, the coordinator and operators. */
  acknowledged?: `${bigint}`;
  /** It was given all up to this message. Only for itself, the coordinator and operators. */
  delivered?: `${bigint}`;
  /**
   * How many messages were skipped for it because it was too far behind, or because they were no longer
   * kept. Only for itself, the coordinator and operators.
   * Unit: messages.
   */
  missed?: `${bigint}`;
  /**
   * How many messages passed for it and were not given to it because they expired, or were older than
   * time-to-live. Only for itself, the coordinator and operators.
   * Unit: messages.
   */
  expired?: `${bigint}`;
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
export type YangentSessions_Sessions_Standing = {
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
  member?: readonly YangentSessions_Sessions_Standing_Member[];
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
  /** The user for whom the node acts. Absent: the agent in from. */
  owner?: string;
  /** The session. Absent: there is none yet. */
  session?: string;
  /** Members that are neither in nor invited. */
  missing?: readonly string[];
  /** Why the session is not as configured. */
  problem?: string;
};

/**
 * The other agents that are invited. One that is missing, or that takes no such invitation, is invited
 * when it is registered or changed. One that declines or leaves is not invited again, unless its entry
 * is deleted and made anew. Other members, which joined or were invited otherwise, stay as they are.
 */
export type YangentSessions_Sessions_Standing_Member = {
  /** An agent of this node. */
  agent: string;
  /**
   * What it may do.
   * @default "speaker"
   */
  role?: 'speaker' | 'observer' | 'source';
  /**
   * Subjects that pass for it. Empty: all. When it is not changed here, what the member itself says
   * holds.
   */
  filter?: readonly string[] & { readonly __set?: true };
};

/** Whom to invite. An agent of the caller joins at once. */
export type YangentSessions_Open_Input_Member = {
  /** An agent, by its identifier or name. */
  agent: string;
  /**
   * What it may do. There is one coordinator only.
   * @default "speaker"
   */
  role?: YangentSessions_Role;
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
export type YangentSessions_Open_Input_Need = {
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
  count?: number;
};

/** What the agent must have registered about its security. */
export type YangentSessions_Open_Input_Need_Security = {
  /**
   * Security level. A number is met by every level that is a number at least as great, anything else by
   * the same text.
   */
  level?: string;
  /** Licences which the agent must hold. */
  license?: readonly string[];
  /**
   * Kinds of credentials which the agent must have: the types of verifiable credentials that the node
   * has verified. What is in a credential is not told.
   */
  credential?: readonly string[];
  /**
   * True: the agent need only have registered credentials of these kinds, verified or not: the name of a
   * credential, or the type of a verifiable credential. Absent: as false.
   */
  unverified?: boolean;
};

/** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
export type YangentSessions_Open_Input_Need_Near = {
  /**
   * Greatest distance from the place.
   * Unit: meters.
   */
  radius: number;
} & (
  | {
    /**
     * Latitude of the place.
     * Unit: degrees.
     */
    latitude: `${number}`;
    /**
     * Longitude of the place.
     * Unit: degrees.
     */
    longitude: `${number}`;
    place?: never;
    agent?: never;
  }
  | {
    /** The place by its name in the list place, for example that of a base station. */
    place: string;
    latitude?: never;
    longitude?: never;
    agent?: never;
  }
  | {
    /** The registered location of this agent. */
    agent: string;
    latitude?: never;
    longitude?: never;
    place?: never;
  }
);

/**
 * The task for which a team is formed, by the agent that executes it. Its conclusion completes the
 * task; when the task ends before, the team is closed.
 */
export type YangentSessions_Open_Input_Parent = {
  /** Identifier of the task on this node. */
  task: string;
};

/** What the agent that opens the session says first, when the session begins. */
export type YangentSessions_Open_Input_First = {
  /** Identifier of the message. Absent: the node gives one. */
  id?: string;
  /** What it is about. */
  subject?: string;
  /** Its text. */
  content: string;
  /** Kind of the content. Absent: text/plain. */
  'media-type'?: string;
  /** In a team: the members that speak next. */
  'next-speaker'?: readonly string[];
};

/** Its members. */
export type YangentSessions_Open_Output_Member = {
  /** Its identifier. */
  agent: string;
  /** Its state. */
  state: YangentSessions_MemberState;
};

/** Of task-assignment: the task. Its content, if it is not given here, is that of the message. */
export type YangentSessions_Send_Input_Task = {
  /**
   * Identifier that its assigner gives to it. Where there are several assignees, it is followed by / and
   * the assignee. Absent: the node makes one.
   */
  'task-id'?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Type of the task: the name of a skill, or a word such as execution or monitoring. */
  type?: string;
  /**
   * The conversation to which the task belongs. A task that is assigned in a session has the identifier
   * of the session here.
   */
  thread?: string;
  /**
   * Who caused the task, if not the assigner: a person, a ticket or another task. Not shown to the
   * executor.
   */
  initiator?: string;
  /**
   * Identifier of the task of which this one is a part. The assigner executes or has assigned it. When
   * it ends without being completed, its unfinished parts are canceled.
   */
  parent?: string;
  /** When the task fails unless it is done. A time that is over is refused. */
  deadline?: string;
  /** When the task is expected to be done. Informs; deadline ends the task. */
  'expected-completion'?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt, with sections that start with two number signs as in irtf-agent:tasks. */
  content?: string;
  /** What the execution must keep to. Informs the executor: the node does not check that it does. */
  constraint?: readonly YangentSessions_Send_Input_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentSessions_Send_Input_Task_ExpectedArtifact[];
  /** The result which is expected, in plain language; the measure by which it is verified. */
  'expected-response'?: string;
  /** Terms used in the task, explained. */
  term?: readonly YangentSessions_Send_Input_Task_Term[];
  /** Structured input of the task, as input-schema of the skill that the task names says. */
  input?: unknown;
  /** Identifiers of context items that belong to the task. */
  context?: readonly string[];
  /**
   * Identifiers of data parameters that belong to the task, of kinds that are among input-modes of the
   * skill.
   */
  'data-param'?: readonly string[];
  /** true: the assignment is acknowledged at once; false: it is answered when the task is done. */
  async?: boolean;
  /** What happens when an attempt is lost. */
  policy?: YangentSessions_Send_Input_Task_Policy;
};

/** What the execution must keep to. Informs the executor: the node does not check that it does. */
export type YangentSessions_Send_Input_Task_Constraint = {
  /** Name of the constraint. */
  name: string;
  /** Kind of constraint; the string member leaves room for others. */
  type?: 'resource' | 'safety' | 'time' | 'policy' | (string & {});
  /** The limit or rule itself. */
  value?: string;
  /** The constraint in plain language. */
  description?: string;
};

/** What the result must contain. */
export type YangentSessions_Send_Input_Task_ExpectedArtifact = {
  /** Name of the artifact. */
  name: string;
  /** Format wanted, for example a media type. */
  format?: string;
  /** Kind of data wanted. */
  modality?: YangentAgents_Modality;
  /** false: the artifact may be missing. Absent: it may not. */
  required?: boolean;
  /** What the artifact is to say. */
  description?: string;
};

/** Terms used in the task, explained. */
export type YangentSessions_Send_Input_Task_Term = {
  /** The term. */
  term: string;
  /** Its explanation. */
  explanation?: string;
};

/** What happens when an attempt is lost. */
export type YangentSessions_Send_Input_Task_Policy = {
  /** How often the task is tried. */
  'max-attempts'?: number;
  /**
   * What happens to the unfinished task when the node or its executor starts again. A task that the node
   * executes itself fails once the node has died three times while it ran.
   */
  'on-restart'?: 'resume' | 'fail';
  /**
   * How long the task waits after a failed or lost attempt before it is given out again; longer after
   * each further one, as factor says. Absent: it does not wait.
   * Unit: seconds.
   */
  'retry-delay'?: number;
  /**
   * How long an attempt may be running; then it ends with the error attempt-timeout, and the task is
   * tried again while attempts are left. Time in which an agent of this node waits for parts and answers
   * does not count. Absent: no bound of its own.
   * Unit: seconds.
   */
  'attempt-timeout'?: number;
  /** By which the wait grows with each further attempt. Absent: 2. */
  factor?: `${number}`;
  /**
   * How long the task waits at most. Absent: a day.
   * Unit: seconds.
   */
  'max-delay'?: number;
  /**
   * true: each wait is a random one between half of it and the whole, so that many tasks do not return
   * at once. Absent: false.
   */
  jitter?: boolean;
  /**
   * Errors after which the task is tried again while attempts are left. Absent: those for which its
   * executor suggests the recovery retry.
   */
  'retry-on'?: readonly ('any' | YangentTasks_ErrorCode)[];
  /** Errors after which the task is not tried again, whatever retry-on and its executor say. */
  'never-retry'?: readonly YangentTasks_ErrorCode[];
  /** Where the next attempt begins. Absent: resume. */
  're-entry'?: 'resume' | 'restart';
  /**
   * Whether a task that was assigned by discover goes to the next best match when its agent refuses it,
   * is lost, lacks the skill or has too much to do. Absent: true.
   */
  reassign?: boolean;
};

/**
 * What comes with the message. A data-param is one that the sender may read when it sends. Who may
 * read the message may then read these data, as long as the message is kept, and while they grow as
 * long as it is a member. Data that were deleted are not named any more. Data of another node are
 * named as ID@DOMAIN, with a domain of that node.
 */
export type YangentSessions_Send_Input_Artifact = {
  /** Name of the artifact. */
  name: string;
  /** What the artifact is. */
  description?: string;
  /** Kind of data. */
  modality?: YangentAgents_Modality;
  /** Media type, for example application/json. */
  'media-type'?: string;
  /**
   * Digest of the artifact. One that is not that of value, or not the SHA-256 digest of the bytes of
   * data-param, is refused when it is given; of data and url it informs.
   */
  digest?: string;
} & (
  | {
    /** The artifact as text. */
    value?: string;
    data?: never;
    url?: never;
    'data-param'?: never;
  }
  | {
    /** The artifact as structured data. */
    data?: unknown;
    value?: never;
    url?: never;
    'data-param'?: never;
  }
  | {
    /** Where the artifact can be fetched. */
    url?: string;
    value?: never;
    data?: never;
    'data-param'?: never;
  }
  | {
    /** Identifier of the data parameter that is the artifact. */
    'data-param'?: string;
    value?: never;
    data?: never;
    url?: never;
  }
  | {
    value?: never;
    data?: never;
    url?: never;
    'data-param'?: never;
  }
);

/** The first message in reply to this one. */
export type YangentSessions_Send_Output_Reply = {
  /** Its number in the session. */
  sequence?: `${bigint}`;
  /** Identifier that its sender gave, or the node. */
  id: string;
  /** What it is. */
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {});
  /** Who sent it. Absent: the node did. */
  from?: string;
  /** When it was stored. */
  at: string;
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
   * What the sharing policies between the sender and this reader removed: kinds of information, and the
   * names of members of this message that are left out, as content or data-param. With type, this node
   * does not know the type that another node told, and says discussion.
   */
  redacted?: readonly YangentContexts_Redacted[];
  /** What a message of type membership tells. */
  membership?: YangentSessions_Send_Output_Reply_Membership;
  /** What a message of type task-progress or task-result tells. */
  'task-news'?: YangentSessions_Send_Output_Reply_TaskNews;
  /** The state and the floor after this message. */
  floor?: YangentSessions_Send_Output_Reply_Floor;
};

/** What a message of type membership tells. */
export type YangentSessions_Send_Output_Reply_Membership = {
  /** The member. */
  agent: string;
  /** What it is now. */
  state: YangentSessions_MemberState;
  /** What it may do. */
  role: YangentSessions_Role;
  /** Why it was removed. */
  reason?: string;
};

/** What a message of type task-progress or task-result tells. */
export type YangentSessions_Send_Output_Reply_TaskNews = {
  /** Identifier of the task on this node. */
  id: string;
  /** Identifier that its assigner gave to it. */
  'task-id': string;
  /** Its state. */
  state: YangentTasks_TaskState;
  /**
   * How much of it is done.
   * Unit: percent.
   */
  percent?: number;
  /**
   * true: the session is sealed, and texts of its executor that are not are left out here. The task has
   * them, for its assigner and its executor.
   */
  'not-sealed'?: boolean;
};

/** The state and the floor after this message. */
export type YangentSessions_Send_Output_Reply_Floor = {
  /** The state of the session. */
  state: YangentSessions_SessionState;
  /**
   * Those that have the floor. While the team waits for tasks, those that execute them. Where members
   * are hidden, each of them reads itself only.
   */
  holder?: readonly string[];
  /** How many turns there were. */
  turn?: number;
  /** Why they changed. Absent: by this message itself. */
  reason?: 'formed' | 'granted' | 'tasks-ended' | 'timeout' | 'holder-gone' | 'max-turns' | 'concluded' | 'closed';
};

/** The messages. */
export type YangentSessions_Receive_Output_Message = {
  /** Their session. */
  session: string;
  /** Its number in the session. */
  sequence: `${bigint}`;
  /** Identifier that its sender gave, or the node. */
  id: string;
  /** What it is. */
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {});
  /** Who sent it. Absent: the node did. */
  from?: string;
  /** When it was stored. */
  at: string;
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
   * What the sharing policies between the sender and this reader removed: kinds of information, and the
   * names of members of this message that are left out, as content or data-param. With type, this node
   * does not know the type that another node told, and says discussion.
   */
  redacted?: readonly YangentContexts_Redacted[];
  /** What a message of type membership tells. */
  membership?: YangentSessions_Send_Output_Reply_Membership;
  /** What a message of type task-progress or task-result tells. */
  'task-news'?: YangentSessions_Send_Output_Reply_TaskNews;
  /** The state and the floor after this message. */
  floor?: YangentSessions_Send_Output_Reply_Floor;
  /** true: it may have been given out before, and was not acknowledged. */
  redelivered?: boolean;
  /**
   * For a peer: the number of the message that it was given before this one. What is between them does
   * not pass for its agents.
   */
  previous?: `${bigint}`;
};

/**
 * Messages of the agent that the home of the session refused. They come again until they are
 * acknowledged.
 */
export type YangentSessions_Receive_Output_Rejected = {
  /** The session. */
  session: string;
  /** Identifier of the message. */
  id: string;
  /** Why, as the home has answered. */
  'error-tag': string;
  /** Why, more closely. */
  'error-app-tag'?: string;
  /** Why, in words. */
  'error-message'?: string;
  /** For a peer: the agent that sent it. */
  from?: string;
};

/** For a peer: sessions that have messages here, or have changed since it acknowledged them. */
export type YangentSessions_Receive_Output_Session = {
  /** Identifier of the session. */
  id: string;
  /** Its kind. */
  kind: YangentSessions_SessionKind;
  /** What people call it. */
  name?: string;
  /** What it is for. */
  goal?: string;
  /** The agent that opened it. Absent where members are hidden. */
  initiator?: string;
  /** The agent that leads it. Absent where members are hidden, unless it is one of the peer. */
  coordinator?: string;
  /** When it was opened. */
  created: string;
  /** Its state. */
  state: YangentSessions_SessionState;
  /** When it got this state. */
  since: string;
  /** Why it is closed. */
  'close-reason'?: YangentSessions_CloseReason;
  /** What the team came to. */
  conclusion?: string;
  /** The domain of the node that is its home, where the messages get their numbers. Absent: this node. */
  home?: string;
  /** The session whose home was lost. */
  continues?: YangentSessions_Sessions_Session_Continues;
  /** How many teams are above it. */
  depth?: number;
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
  /** Who may speak, in a team. */
  floor?: YangentSessions_Receive_Output_Session_Floor;
  /** true: all messages pass for members behind the peer. */
  complete: boolean;
  /** The peer has acknowledged all up to this message. */
  acknowledged: `${bigint}`;
  /**
   * When the peer begins to read the session, the members that it may see; later those of its own of
   * which messages tell.
   */
  member?: readonly YangentSessions_Receive_Output_Session_Member[];
};

/** Who may speak, in a team. */
export type YangentSessions_Receive_Output_Session_Floor = {
  /**
   * Those that have the floor. While the team waits for tasks, those that execute them. Where members
   * are hidden, each of them reads itself only.
   */
  holder?: readonly string[];
  /** How many turns there were. */
  turn?: number;
};

/**
 * When the peer begins to read the session, the members that it may see; later those of its own of
 * which messages tell.
 */
export type YangentSessions_Receive_Output_Session_Member = {
  /** Its identifier. */
  agent: string;
  /** What it may do. */
  role: YangentSessions_Role;
  /** Its state. */
  state: YangentSessions_MemberState;
  /** The message by which it joined, the last time. */
  'from-sequence'?: `${bigint}`;
  /**
   * Subjects. A message passes when one of them fits; one without subject passes too. Empty: all
   * subjects.
   */
  filter?: readonly string[];
  /** true: what passes must also have a tag which is a skill of the agent, or a tag of one of its skills. */
  'by-profile'?: boolean;
};

/** Sessions of which messages were skipped. */
export type YangentSessions_Receive_Output_Gap = {
  /** The session. */
  session: string;
  /**
   * How many messages that were not read, at most.
   * Unit: messages.
   */
  count: `${bigint}`;
  /** The last one of them. */
  through: `${bigint}`;
};

/** The positions. All of them are stored, or none. */
export type YangentSessions_Acknowledge_Input_Position = {
  /** The session. */
  session: string;
  /**
   * The last message that was dealt with. One below the position changes nothing, but for a peer, which
   * is given what is behind it again.
   */
  through: `${bigint}`;
  /** Identifiers of refused messages that were dealt with. */
  rejected?: readonly string[];
};

/** The messages, in their order. */
export type YangentSessions_History_Output_Message = {
  /** Its number in the session. */
  sequence: `${bigint}`;
  /** Identifier that its sender gave, or the node. */
  id: string;
  /** What it is. */
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:task-assignment' | 'yangent-sessions:task-progress' | 'yangent-sessions:task-result' | 'yangent-sessions:pause' | 'yangent-sessions:conclude' | 'yangent-sessions:conclusion' | 'yangent-sessions:summary' | 'yangent-sessions:floor' | 'yangent-sessions:membership' | (string & {});
  /** Who sent it. Absent: the node did. */
  from?: string;
  /** When it was stored. */
  at: string;
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
   * What the sharing policies between the sender and this reader removed: kinds of information, and the
   * names of members of this message that are left out, as content or data-param. With type, this node
   * does not know the type that another node told, and says discussion.
   */
  redacted?: readonly YangentContexts_Redacted[];
  /** What a message of type membership tells. */
  membership?: YangentSessions_Send_Output_Reply_Membership;
  /** What a message of type task-progress or task-result tells. */
  'task-news'?: YangentSessions_Send_Output_Reply_TaskNews;
  /** The state and the floor after this message. */
  floor?: YangentSessions_Send_Output_Reply_Floor;
};

/** Whom. */
export type YangentSessions_Sessions_Session_Invite_Input_Member = {
  /** An agent, by its identifier or name. */
  agent: string;
  /**
   * What it may do. There is one coordinator only. Absent: a member keeps its role, and any other agent
   * is a speaker.
   */
  role?: YangentSessions_Role;
};

/** What became of each. */
export type YangentSessions_Sessions_Session_Invite_Output_Member = {
  /** Its identifier. */
  agent: string;
  /** Its state. */
  state: YangentSessions_MemberState;
};

/** The member. */
export type YangentSessions_SessionChanged_Member = {
  /** Its identifier. */
  agent: string;
  /** Its state. */
  state: YangentSessions_MemberState;
  /** What it may do. */
  role: YangentSessions_Role;
};
