// Made from the YANG models by "npm run generate"; do not edit.

/** Type session-kind of yangent-sessions. */
export type YangentSessions_SessionKind = 'direct' | 'group' | 'topic';

/** Type session-state of yangent-sessions. */
export type YangentSessions_SessionState = 'open' | 'closed';

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
 * them says anything to those who are not members.
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
       * was opened.
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
      /** Quality of service. */
      qos?: YangentSessions_Sessions_Session_Qos;
      /** Who may join. Absent: invite, and node in a topic. */
      admission?: 'invite' | 'node';
      /**
       * true: members see who else is in. false: only the coordinator and operators do. Absent: true, and
       * false in a topic.
       */
      'show-members'?: boolean;
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
      type?: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {});
      /**
       * The members for whom the message is. Empty: for all. Where members are hidden, only the coordinator
       * names any.
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
      wait?: number;
    };
    output: {
      /** The session. */
      session: string;
      /** Identifier of the message. */
      id: string;
      /** Its number. */
      sequence: `${bigint}`;
      /** The first message in reply to this one. */
      reply?: YangentSessions_Send_Output_Reply;
    };
  };
  /**
   * Gives out messages that wait for an agent, those of each session in order, of its sessions in turn.
   * What a caller was given is given to no other caller of the agent until it is acknowledged, or
   * redeliver-after is over; then it comes again.
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
      type?: readonly ('yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {}))[];
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
   * coordinator may. An agent of the caller joins at once.
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
  /** Changes the terms. What is absent stays. For the coordinator and operators. */
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
      /** Quality of service. */
      qos?: YangentSessions_Sessions_Session_Qos;
      /** Who may join. Absent: invite, and node in a topic. */
      admission?: 'invite' | 'node';
      /**
       * true: members see who else is in. false: only the coordinator and operators do. Absent: true, and
       * false in a topic.
       */
      'show-members'?: boolean;
      /** How long messages are kept, whether or not they were read. */
      retention?: YangentSessions_Sessions_Session_Retention;
    };
    output: undefined;
  };
  /** Closes the session. For the coordinator and operators. */
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
   * A session was opened or closed, its terms were changed, or a member came or went. It is for
   * operators, the coordinator and the member that it names.
   */
  'yangent-sessions:session-changed': {
    /** The session. */
    id: string;
    /** Its kind. */
    kind: YangentSessions_SessionKind;
    /** What changed. */
    change: 'opened' | 'member' | 'terms' | 'closed';
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
    type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {});
    /** Who sent it. Absent: the node did. */
    from?: string;
    /** When it was stored. */
    at: string;
    /**
     * The members for whom the message is. Empty: for all. Where members are hidden, only the coordinator
     * names any.
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
    /** What a message of type membership tells. */
    membership?: YangentSessions_Send_Output_Reply_Membership;
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
  /** The agent that leads it. Absent where members are hidden, for all but itself and operators. */
  coordinator?: string;
  /** When it was opened. */
  created: string;
  /** Its state. */
  state: YangentSessions_SessionState;
  /** When it got this state. */
  since: string;
  /** Why it is closed. */
  'close-reason'?: 'closed' | 'empty';
  /** Quality of service. */
  qos?: YangentSessions_Sessions_Session_Qos;
  /** Who may join. Absent: invite, and node in a topic. */
  admission?: 'invite' | 'node';
  /**
   * true: members see who else is in. false: only the coordinator and operators do. Absent: true, and
   * false in a topic.
   */
  'show-members'?: boolean;
  /** How long messages are kept, whether or not they were read. */
  retention?: YangentSessions_Sessions_Session_Retention;
  /** The oldest message that is kept. Shown with coordinator only. */
  'first-sequence'?: `${bigint}`;
  /** The newest message. Shown with coordinator only. */
  'last-sequence'?: `${bigint}`;
  /** The members; where they are hidden, those that are the caller's own. */
  member?: readonly YangentSessions_Sessions_Session_Member[];
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
   * How fast one member may send. Absent: as fast as the node takes it.
   * Unit: messages per second.
   */
  'max-rate'?: number;
  /**
   * How far a member may be behind: the messages that pass for it and that it has not acknowledged.
   * Absent: 10000.
   * Unit: messages.
   */
  'max-backlog'?: number;
  /** What happens when a member is max-backlog behind. Absent: refuse, and lag in a topic. */
  'when-full'?: 'refuse' | 'lag';
  /** What a member may read with history. Absent: all, and joined in a topic. */
  history?: 'all' | 'joined';
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

/** The members; where they are hidden, those that are the caller's own. */
export type YangentSessions_Sessions_Session_Member = {
  /** Its identifier. */
  agent: string;
  /** What it may do. */
  role: YangentSessions_Role;
  /** Its state. */
  state: YangentSessions_MemberState;
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

/** Its members. */
export type YangentSessions_Open_Output_Member = {
  /** Its identifier. */
  agent: string;
  /** Its state. */
  state: YangentSessions_MemberState;
};

/** The first message in reply to this one. */
export type YangentSessions_Send_Output_Reply = {
  /** Its number in the session. */
  sequence?: `${bigint}`;
  /** Identifier that its sender gave, or the node. */
  id: string;
  /** What it is. */
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {});
  /** Who sent it. Absent: the node did. */
  from?: string;
  /** When it was stored. */
  at: string;
  /**
   * The members for whom the message is. Empty: for all. Where members are hidden, only the coordinator
   * names any.
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
  /** What a message of type membership tells. */
  membership?: YangentSessions_Send_Output_Reply_Membership;
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

/** The messages. */
export type YangentSessions_Receive_Output_Message = {
  /** Their session. */
  session: string;
  /** Its number in the session. */
  sequence: `${bigint}`;
  /** Identifier that its sender gave, or the node. */
  id: string;
  /** What it is. */
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {});
  /** Who sent it. Absent: the node did. */
  from?: string;
  /** When it was stored. */
  at: string;
  /**
   * The members for whom the message is. Empty: for all. Where members are hidden, only the coordinator
   * names any.
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
  /** What a message of type membership tells. */
  membership?: YangentSessions_Send_Output_Reply_Membership;
  /** true: it was given out before, and not acknowledged. */
  redelivered?: boolean;
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
  /** The last message that was dealt with. One below the position changes nothing. */
  through: `${bigint}`;
};

/** The messages, in their order. */
export type YangentSessions_History_Output_Message = {
  /** Its number in the session. */
  sequence: `${bigint}`;
  /** Identifier that its sender gave, or the node. */
  id: string;
  /** What it is. */
  type: 'yangent-sessions:discussion' | 'yangent-sessions:request' | 'yangent-sessions:response' | 'yangent-sessions:proposal' | 'yangent-sessions:vote' | 'yangent-sessions:voting-result' | 'yangent-sessions:membership' | (string & {});
  /** Who sent it. Absent: the node did. */
  from?: string;
  /** When it was stored. */
  at: string;
  /**
   * The members for whom the message is. Empty: for all. Where members are hidden, only the coordinator
   * names any.
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
  /** What a message of type membership tells. */
  membership?: YangentSessions_Send_Output_Reply_Membership;
};

/** Whom. */
export type YangentSessions_Sessions_Session_Invite_Input_Member = {
  /** An agent, by its identifier or name. */
  agent: string;
  /**
   * What it may do. There is one coordinator only.
   * @default "speaker"
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
