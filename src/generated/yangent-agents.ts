// Made from the YANG models by "npm run generate"; do not edit.

/** Type visibility of yangent-agents. */
export type YangentAgents_Visibility = 'public' | 'domain' | 'private';

/** Type interaction-mode of yangent-agents. */
export type YangentAgents_InteractionMode = 'request-response' | 'subscription-notification' | (string & {});

/** Type modality of yangent-agents. */
export type YangentAgents_Modality = 'text' | 'image' | 'audio' | 'video' | 'file' | (string & {});

/** Type execution-kind of yangent-agents. */
export type YangentAgents_ExecutionKind = 'hosted' | 'attached' | 'remote';

/** Type agent-state of yangent-agents. */
export type YangentAgents_AgentState = 'online' | 'offline' | 'draining';

/**
 * The agents of a node: their profiles, who may act as them, how they are reached and executed, and
 * how others find them. An entry of the list agent comes into being when an operator writes it or when
 * an agent registers. It is configuration, so it outlives restarts; the lease, the load and the state
 * of the agent stand below status. An agent that registers with a lease must renew it; when the lease
 * ends, the agent is offline and is no longer found, but its entry stays until it is deregistered.
 * What each agent shows of itself at its own endpoint (irtf-agent:agent) is the container profile.
 */
export interface YangentAgents {
  /** The agents of this node. */
  agents?: YangentAgents_Agents;
}

/** Top-level data of yangent-agents, as RFC 7951 names them in a document. */
export interface YangentAgentsData {
  'yangent-agents:agents'?: YangentAgents['agents'];
}

/** RPCs of the module. */
export interface YangentAgentsRpcs {
  /**
   * Register an agent. The caller becomes its owner. Registering an agent again replaces its description
   * and renews its lease, and is allowed to its owners only.
   */
  'yangent-agents:register': {
    input: {
      /** Identifier wanted. Absent: the name in the profile. */
      id?: string;
      /** Management domain to which the agent belongs. */
      domain?: string;
      /**
       * Who finds the agent.
       * @default "public"
       */
      visibility?: YangentAgents_Visibility;
      /** What the agent says about itself. */
      profile: YangentAgents_Register_Input_Profile;
      /**
       * Ways to authenticate that the agent asks for, each enough by itself. The node enforces them at the
       * endpoint of the agent, where the scheme of each says which logins it stands for: basic or password;
       * bearer; dpop; mutual-tls; ssh-key or public-key; ssh-certificate; jwt or oauth, with or without 2.0,
       * for all tokens. Case, hyphens and spaces do not count. Another scheme informs, but one at least must
       * be of these. A login by none of them is refused there, with app-tag login-method-refused. Absent:
       * all logins of the node.
       */
      security?: readonly (string & { readonly __leafref?: '/yangent-agents:register/input/profile/authentication/authentication-methods/accessinfo-id' })[];
      /** What the agent registers beyond its profile. */
      registration?: YangentAgents_Register_Input_Registration;
      /** How the agent is executed. */
      execution?: YangentAgents_Register_Input_Execution;
      /**
       * How long the registration holds unless it is renewed. Absent: until the agent is deregistered.
       * Unit: seconds.
       */
      lease?: number;
      /**
       * Proves that the agent has a key of the identifier that registration/digital-identifier names: a
       * compact JWS by a key that the document of the identifier names for authentication (did:key, did:jwk,
       * did:web, did:wba). Its header has kid, the DID URL of the key, and the typ yangent-registration+jwt.
       * Its payload is a JSON object with nonce and aud as the rpc challenge gave them, agent (the
       * identifier wanted at the node) and registration: SHA-256, in base64url, of the canonical JSON (RFC
       * 8785) of an object with the members profile and registration of this input. A proof that does not
       * hold is refused with app-tag identity-not-proved; a registration without proof ends an earlier one.
       */
      'yangent-identity:proof'?: string;
    };
    output: {
      /** Identifier of the agent. */
      id: string;
      /** When the registration ends unless it is renewed. */
      'lease-expires'?: string;
      /** false: an operator has yet to approve the agent. */
      approved?: boolean;
    };
  };
  /** Remove an agent. Its unfinished tasks are refused or fail. */
  'yangent-agents:deregister': {
    input: {
      /** Identifier of the agent. */
      id: string;
      /** Why; agent-changed tells it. */
      reason?: string;
    };
    output: undefined;
  };
  /** Find agents, best match first. Only agents which the caller may see are found. */
  'yangent-agents:discover': {
    input: {
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
      security?: YangentAgents_Discover_Input_Security;
      /** Agents that are not wanted. */
      exclude?: readonly string[];
      /** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
      near?: YangentAgents_Discover_Input_Near;
      /** Least score of a match. */
      'min-score'?: `${number}`;
      /**
       * Greatest number of matches to report.
       * @default 100
       */
      limit?: number;
    };
    output: {
      /** How many agents match, those beyond the limit included. */
      total?: number;
      /** An agent that matches. */
      match?: readonly YangentAgents_Discover_Output_Match[];
    };
  };
  /**
   * Ask an agent for its capabilities and agree on those to use (the draft's CapabilityRequest). The
   * answer says which of the wanted capabilities the agent has and which it lacks. Without wanted
   * capabilities it reports what the agent has.
   */
  'yangent-agents:negotiate-capability': {
    input: {
      /** The agent that asks. The caller must be its owner. */
      from?: string;
      /** The agent that is asked. */
      to: string;
      /** Names of the skills wanted. */
      skill?: readonly string[];
      /** Kinds of input to be sent. */
      'input-mode'?: readonly YangentAgents_Modality[];
      /** Kinds of output wanted. */
      'output-mode'?: readonly YangentAgents_Modality[];
      /** Protocols the asking agent can use. One is enough. */
      protocol?: readonly string[];
      /** Ways of interacting the asking agent can use. One is enough. */
      'interaction-mode'?: readonly YangentAgents_InteractionMode[];
      /** Kinds of data wanted. */
      modality?: readonly YangentAgents_Modality[];
      /** true: streaming is wanted. */
      streaming?: boolean;
      /** true: push notifications are wanted. */
      'push-notifications'?: boolean;
      /** Kinds of negotiation wanted, for example acp-task-feasibility-negotiation-v1.0. */
      negotiate?: readonly string[];
    };
    output: {
      /** true: the agent has all that is wanted. */
      agreed: boolean;
      /**
       * What is wanted and the agent lacks, each as the name of the input leaf, a colon and the value, for
       * example skill:diagnose-link.
       */
      missing?: readonly string[];
      /** The capabilities which both have. */
      agreement?: YangentAgents_NegotiateCapability_Output_Agreement;
      /** Profile of the agent that was asked. */
      profile?: YangentAgents_NegotiateCapability_Output_Profile;
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentAgentsActions {
  /** Prolong the registration of the agent and report its load. */
  '/yangent-agents:agents/agent/renew': {
    input: {
      /**
       * Time for which to prolong. Absent: as long as before.
       * Unit: seconds.
       */
      lease?: number;
      /**
       * Share of its capacity the agent is using.
       * Unit: percent.
       */
      load?: `${number}`;
    };
    output: {
      /** When the registration now ends. */
      'lease-expires': string;
    };
  };
  /** Give the agent no new tasks. */
  '/yangent-agents:agents/agent/drain': {
    input: {
      /** Why. */
      reason?: string;
    };
    output: {
      /** Tasks which the agent is still executing. */
      'running-tasks'?: number;
    };
  };
  /** Give a drained agent tasks again. */
  '/yangent-agents:agents/agent/resume': {
    input: undefined;
    output: undefined;
  };
  /** Approve, as an owner who is a person, that others find the agent. */
  '/yangent-agents:agents/agent/publish': {
    input: {
      /** Who is to find it. Absent: as before. */
      visibility?: YangentAgents_Visibility;
    };
    output: undefined;
  };
  /** Let nobody but the owners find the agent from now on. */
  '/yangent-agents:agents/agent/withdraw': {
    input: undefined;
    output: undefined;
  };
}

/** Notifications of the module. */
export interface YangentAgentsNotifications {
  /** An agent came, went or changed. */
  'yangent-agents:agent-changed': {
    /** Identifier of the agent. */
    id: string;
    /** What happened. */
    change: 'created' | 'updated' | 'state' | 'removed';
    /** State of the agent after the change. */
    state?: YangentAgents_AgentState;
    /** Domain of the agent. */
    domain?: string;
    /** Why the agent changed, for example the end of its lease. */
    reason?: string;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentAgentsStructures {}

/** The agents of this node. */
export type YangentAgents_Agents = {
  /** Who comes into the directory, and how much. */
  policy?: YangentAgents_Agents_Policy;
  /** A place by name, near which agents are looked for. */
  place?: readonly YangentAgents_Agents_Place[];
  /** One agent. Writing an entry makes the agent known and opens its endpoint. */
  agent?: readonly YangentAgents_Agents_Agent[];
};

/** Who comes into the directory, and how much. */
export type YangentAgents_Agents_Policy = {
  /**
   * true: what users register is not approved until an operator sets the leaf approved.
   * @default false
   */
  'operator-approval'?: boolean;
  /**
   * true: only those of its owners who are persons publish an agent, or let more others find it. Who
   * enters an agent that belongs to others must enter it with published false; what an agent registers
   * itself is not published.
   * @default false
   */
  'owner-approval'?: boolean;
  /**
   * Greatest number of agents.
   * @default 1000000
   */
  'max-agents'?: number;
  /**
   * Greatest number of agents which one user may register. Operators and administrators may register
   * more.
   * @default 100
   */
  'max-agents-per-owner'?: number;
  /**
   * Greatest size of the JSON text of one agent.
   * @default 262144
   * Unit: octets.
   */
  'max-description-size'?: number;
  /**
   * What an agent must tell of its identity to be registered by register. Else it is refused with
   * app-tag identity-required. Agents in configuration are not concerned.
   * @default "none"
   */
  'yangent-identity:identity'?: 'none' | 'claimed' | 'proved';
};

/** A place by name, near which agents are looked for. */
export type YangentAgents_Agents_Place = {
  /** Name of the place, for example that of a base station. */
  name: string;
  /**
   * Latitude.
   * Unit: degrees.
   */
  latitude: `${number}`;
  /**
   * Longitude.
   * Unit: degrees.
   */
  longitude: `${number}`;
};

/** One agent. Writing an entry makes the agent known and opens its endpoint. */
export type YangentAgents_Agents_Agent = {
  /** Identifier of the agent. */
  id: string;
  /** Users who may act as this agent. @DOMAIN stands for all members of a trust domain. */
  owner?: readonly string[] & { readonly __set?: true };
  /**
   * The owner with whose rights the agent acts while it runs inside the node: what it asks for is
   * allowed if that user may do it. Absent: its only owner. An agent without an owner, or with several
   * of whom this leaf names none, acts as agent:ID, in no group, and for itself only.
   */
  'acts-for'?: string & { readonly __leafref?: '/yangent-agents:agents/agent/owner' };
  /**
   * Which of the groups admin and operator the agent has from the owner for whom it acts. It has the
   * other groups of that user anyway, and none that the user is not in.
   */
  'acts-with-group'?: readonly string[] & { readonly __set?: true };
  /**
   * false: registered, but an operator has yet to approve it; until then only its owners find it, it
   * gets no tasks, and it may only be looked at: no task, negotiation, context or claim is taken from
   * it.
   * @default true
   */
  approved?: boolean;
  /**
   * false: an owner has yet to approve that others find the agent, or has withdrawn it; only its owners
   * find it.
   * @default true
   */
  published?: boolean;
  /** Management domain to which the agent belongs. */
  domain?: string;
  /**
   * Who finds the agent.
   * @default "public"
   */
  visibility?: YangentAgents_Visibility;
  /** What the agent says about itself. */
  profile: YangentAgents_Agents_Agent_Profile;
  /**
   * Ways to authenticate that the agent asks for, each enough by itself. The node enforces them at the
   * endpoint of the agent, where the scheme of each says which logins it stands for: basic or password;
   * bearer; dpop; mutual-tls; ssh-key or public-key; ssh-certificate; jwt or oauth, with or without 2.0,
   * for all tokens. Case, hyphens and spaces do not count. Another scheme informs, but one at least must
   * be of these. A login by none of them is refused there, with app-tag login-method-refused. Absent:
   * all logins of the node.
   */
  security?: readonly (string & { readonly __leafref?: '/yangent-agents:agents/agent/profile/authentication/authentication-methods/accessinfo-id' })[] & { readonly __set?: true };
  /** What the agent registers beyond its profile. */
  registration?: YangentAgents_Agents_Agent_Registration;
  /** How the agent is executed. */
  execution?: YangentAgents_Agents_Agent_Execution;
  /** What the node knows of the running agent. */
  status?: YangentAgents_Agents_Agent_Status;
};

/** What the agent says about itself. */
export type YangentAgents_Agents_Agent_Profile = {
  /**
   * Name of the agent, unique in its namespace. Recommended form: {Standard
   * Organization}-{Provider}-{Transmit}-{Version Number}.
   */
  name: string;
  /** Another name, for people. */
  alias?: string;
  /** What the agent is for, in plain language. */
  description: string;
  /** Kind of agent, for example fault-management. */
  type?: string;
  /** What the agent can do. */
  skills?: YangentAgents_Agents_Agent_Profile_Skills;
  /**
   * Software version of the agent, by the rules of Semantic Versioning 2.0; it may have fewer or more
   * than three numbers. Text that is no version is refused.
   */
  version: string;
  /** Manufacturer of the agent. */
  provider: string;
  /** Domain the agent serves, for example Wireless, Optical, IP or Core Network. */
  domain?: string;
  /** Which ways of interacting the agent supports. */
  capability?: YangentAgents_Agents_Agent_Profile_Capability;
  /** What the agent manages, for example the name of a subnet. */
  'management-object'?: string;
  /**
   * How the agent authenticates those who talk to it by other ways than its node. Informs: the node logs
   * its users in by its own means.
   */
  authentication?: YangentAgents_Agents_Agent_Profile_Authentication;
};

/** What the agent can do. */
export type YangentAgents_Agents_Agent_Profile_Skills = {
  /** One skill. */
  skill?: readonly YangentAgents_Agents_Agent_Profile_Skills_Skill[];
};

/** One skill. */
export type YangentAgents_Agents_Agent_Profile_Skills_Skill = {
  /** Name of the skill, unique in the agent. */
  'skill-name': string;
  /** What the skill does, in plain language. */
  'skill-description'?: string;
  /** Keywords under which the skill is found. */
  'skill-tags'?: readonly string[] & { readonly __set?: true };
  /**
   * Kinds of input the skill takes: image, text, audio, video. Where some are named, data of another
   * kind is refused with a task for the skill.
   */
  'input-modes'?: readonly string[] & { readonly __set?: true };
  /**
   * Kinds of output the skill gives: image, text, audio, video. Informs: agents are found by it, and
   * results are not held against it.
   */
  'output-modes'?: readonly string[] & { readonly __set?: true };
};

/** Which ways of interacting the agent supports. */
export type YangentAgents_Agents_Agent_Profile_Capability = {
  /** The agent can stream. Informs: agents are found by it. */
  streaming?: boolean;
  /**
   * The agent can push notifications to a subscriber. Where it is false, a subscription by URL to one of
   * its tasks is refused.
   */
  'push-notifications'?: boolean;
  /**
   * Kinds of negotiation supported, separated by commas: acp-task-feasibility-negotiation-v1.0,
   * acp-task-fulfillment-negotiation-v1.0. Where some are named, a negotiation of another type with the
   * agent is refused.
   */
  negotiate?: string;
};

/**
 * How the agent authenticates those who talk to it by other ways than its node. Informs: the node logs
 * its users in by its own means.
 */
export type YangentAgents_Agents_Agent_Profile_Authentication = {
  /** One way to authenticate (called methods in the draft's figure). */
  'authentication-methods'?: readonly YangentAgents_Agents_Agent_Profile_Authentication_AuthenticationMethods[];
};

/** One way to authenticate (called methods in the draft's figure). */
export type YangentAgents_Agents_Agent_Profile_Authentication_AuthenticationMethods = {
  /** Identifier of this entry. */
  'accessinfo-id': string;
  /** Authentication scheme: JWT, OAuth 2.0, API Key and so on. */
  scheme?: string;
  /** Parameters for JWT, for those whom access rules permit to read them. */
  jwtInfo?: string;
  /** Parameters for OAuth 2.0, for those whom access rules permit to read them. */
  oauth?: string;
};

/** What the agent registers beyond its profile. */
export type YangentAgents_Agents_Agent_Registration = {
  /** Globally unique identifier which the network provider has given to the agent. */
  'digital-identifier'?: string;
  /**
   * Where the agent is reached: URL, domain name or network address. Informs: the node does not connect
   * to it.
   */
  address?: readonly string[] & { readonly __set?: true };
  /** How the agent communicates. */
  communication?: YangentAgents_Agents_Agent_Registration_Communication;
  /** Services which the agent offers, for example an AI, sensing or computing service. */
  service?: readonly YangentAgents_Agents_Agent_Registration_Service[];
  /**
   * More about the skills of the profile. For an agent that runs inside the node, the node writes the
   * schemas that its program declares, and recognizes them by their $comment; a schema without it stays
   * as it is.
   */
  skill?: readonly YangentAgents_Agents_Agent_Registration_Skill[];
  /**
   * Programming interfaces of the agent. Agents are found by their names; the rest informs, but for
   * security.
   */
  interface?: readonly YangentAgents_Agents_Agent_Registration_Interface[];
  /** Where the agent is. */
  location?: YangentAgents_Agents_Agent_Registration_Location;
  /** Security of the agent. */
  security?: YangentAgents_Agents_Agent_Registration_Security;
};

/** How the agent communicates. */
export type YangentAgents_Agents_Agent_Registration_Communication = {
  /** Communication protocols, for example netconf, restconf, http/2, http/3, A2A, ANP or MCP. */
  protocol?: readonly string[] & { readonly __set?: true };
  /** Ways of interacting. */
  'interaction-mode'?: readonly YangentAgents_InteractionMode[] & { readonly __set?: true };
  /** Kinds of data. */
  modality?: readonly YangentAgents_Modality[] & { readonly __set?: true };
};

/** Services which the agent offers, for example an AI, sensing or computing service. */
export type YangentAgents_Agents_Agent_Registration_Service = {
  /** Name of the service. */
  name: string;
  /** What the service does. */
  description?: string;
};

/**
 * More about the skills of the profile. For an agent that runs inside the node, the node writes the
 * schemas that its program declares, and recognizes them by their $comment; a schema without it stays
 * as it is.
 */
export type YangentAgents_Agents_Agent_Registration_Skill = {
  /** Name of the skill, as in the profile. */
  'skill-name': string;
  /** Identifier of the skill outside this agent. Informs. */
  id?: string;
  /** Names of the services that build on the skill. Informs. */
  service?: readonly string[] & { readonly __set?: true };
  /** What the skill must be given, in plain language. Informs; input-schema is checked. */
  'required-input'?: string;
  /** Requests which the skill can answer. Agents are found by them. */
  example?: readonly string[] & { readonly __set?: true };
  /**
   * JSON Schema (2020-12) of the structured input of the skill, an object. A task that names the skill
   * by its type or objective and whose input does not fit is refused. The schema is checked when it is
   * given, as that of yangent-tasks:request-input, and has no more than 16384 characters.
   */
  'input-schema'?: string;
  /**
   * JSON Schema (2020-12) of the result of the skill: an object with a member for each artifact, under
   * its name, which is its data, else its value. Workflows are checked by it. Text that is no schema is
   * refused. The node holds the results of agents that run inside it against the schema that their
   * program declares; of others it informs.
   */
  'output-schema'?: string;
  /**
   * How the skill goes with workflows that go back to a checkpoint. The check of a graph that goes back
   * after a failure warns of none. Absent: it is not known.
   */
  checkpoint?: 'again' | 'undo' | 'none';
  /**
   * How long a task of the skill takes as a rule. Informs.
   * Unit: seconds.
   */
  duration?: number;
};

/**
 * Programming interfaces of the agent. Agents are found by their names; the rest informs, but for
 * security.
 */
export type YangentAgents_Agents_Agent_Registration_Interface = {
  /** Name of the interface. */
  name: string;
  /** What the interface is for. */
  description?: string;
  /** Protocol of the interface. */
  protocol?: string;
  /** Where the interface is reached. */
  url?: string;
  /** Where the description of the interface is found, for example an OpenAPI document. */
  specification?: string;
  /**
   * Ways to authenticate at this interface, each enough by itself, in place of those of the agent.
   * Absent: those of the agent. The node enforces it at an interface without url: that is the part of
   * the endpoint of the agent which speaks its protocol, or that of its name (restconf, netconf, or the
   * protocol of a plugin).
   */
  security?: readonly (string & { readonly __leafref?: '/yangent-agents:agents/agent/profile/authentication/authentication-methods/accessinfo-id' })[] & { readonly __set?: true };
};

/** Where the agent is. */
export type YangentAgents_Agents_Agent_Registration_Location = {
  /**
   * Latitude.
   * Unit: degrees.
   */
  latitude: `${number}`;
  /**
   * Longitude.
   * Unit: degrees.
   */
  longitude: `${number}`;
  /**
   * Height above the ellipsoid. Informs: distances are those on the ellipsoid.
   * Unit: meters.
   */
  altitude?: `${number}`;
};

/** Security of the agent. */
export type YangentAgents_Agents_Agent_Registration_Security = {
  /** Security level that the agent has been rated at. */
  level?: string;
  /** Licences under which the agent operates. */
  license?: readonly string[] & { readonly __set?: true };
  /** Credentials which the agent presents, for example verifiable credentials. */
  credential?: readonly string[] & { readonly __set?: true };
  /** Keys of the agent. Informs: the node checks nothing by them. */
  key?: readonly string[] & { readonly __set?: true };
};

/** How the agent is executed. */
export type YangentAgents_Agents_Agent_Execution = {
  /**
   * Where the agent runs.
   * @default "attached"
   */
  kind?: YangentAgents_ExecutionKind;
  /**
   * What executes the agent: of a remote agent the node it lives on, as https://HOST:PORT (RESTCONF;
   * http on the loopback only) or netconf://HOST:PORT (NETCONF over SSH). Of another agent, for example
   * the name of its program, it informs.
   */
  target?: string;
  /** How many tasks the agent executes at the same time. Absent: as many as the node allows. */
  'max-concurrent-tasks'?: number;
  /**
   * Whether free text may set the agent to work. Where a skill of the agent is stricter, the skill
   * decides. Absent: the skill decides, and one which declares its input and says nothing asks for
   * confirmation.
   */
  'free-text'?: 'refuse' | 'confirm' | 'allow';
  /** Which tasks and invitations the agent accepts. A task outside is refused when it is assigned. */
  accepts?: YangentAgents_Agents_Agent_Execution_Accepts;
  /**
   * How the node reaches an agent of another yangent node and gives it its tasks. Only configuration has
   * it: an agent that registers itself cannot make the node connect anywhere. Without it the tasks wait
   * until they are claimed.
   */
  remote?: YangentAgents_Agents_Agent_Execution_Remote;
};

/** Which tasks and invitations the agent accepts. A task outside is refused when it is assigned. */
export type YangentAgents_Agents_Agent_Execution_Accepts = {
  /** The least priority a task must have. */
  'min-priority'?: number;
  /** Types of tasks. Empty: all. */
  type?: readonly string[] & { readonly __set?: true };
  /** Domains of tasks. Empty: all. */
  domain?: readonly string[] & { readonly __set?: true };
  /** How many tasks may wait for the agent. Absent: as many as the node allows. */
  'max-queued-tasks'?: number;
  /** Which invitations to sessions the agent accepts. Absent: node. */
  sessions?: 'anyone' | 'node' | 'ask' | 'none';
  /**
   * Whom the agent does not want to hear in sessions. An invitation, a message in a direct session, and
   * a message that names the agent in to are refused as not accepted. What is said to all in a session
   * of several is not held up: the agent can leave it. Users who may act for the agent are never
   * refused.
   */
  blocked?: YangentAgents_Agents_Agent_Execution_Accepts_Blocked;
};

/**
 * Whom the agent does not want to hear in sessions. An invitation, a message in a direct session, and
 * a message that names the agent in to are refused as not accepted. What is said to all in a session
 * of several is not held up: the agent can leave it. Users who may act for the agent are never
 * refused.
 */
export type YangentAgents_Agents_Agent_Execution_Accepts_Blocked = {
  /** Agents, by their identifiers. */
  agent?: readonly string[] & { readonly __set?: true };
  /** Users, and the agents that they own. */
  user?: readonly string[] & { readonly __set?: true };
  /** Management domains of agents, and of agents of other nodes what is behind the @. */
  domain?: readonly string[] & { readonly __set?: true };
};

/**
 * How the node reaches an agent of another yangent node and gives it its tasks. Only configuration has
 * it: an agent that registers itself cannot make the node connect anywhere. Without it the tasks wait
 * until they are claimed.
 */
export type YangentAgents_Agents_Agent_Execution_Remote = {
  /** Identifier of the agent on the other node. Absent: the same as here. */
  agent?: string;
  /**
   * Agent on the other node in whose name the tasks are assigned there. The user, or this node as a
   * member of a trust domain, must own it there.
   */
  as: string;
  /**
   * By what the other node proves who it is: for NETCONF SHA256: and the fingerprint of its host key in
   * base64; for RESTCONF sha-256: and the fingerprint of its certificate in hexadecimal. Absent: over
   * RESTCONF the authorities that the system trusts; over NETCONF only a node on the loopback is
   * reached.
   */
  identity?: string;
  /**
   * URL of the RESTCONF server of the other node, such as https://node.example:8443, to which the bytes
   * of data parameters go. Absent: the target, where that is one; over NETCONF no bytes go then.
   */
  'data-target'?: string;
  /**
   * sha-256: and the fingerprint in hexadecimal of the certificate of data-target. Absent: the
   * authorities that the system trusts.
   */
  'data-identity'?: string;
} & (
  | {
    /** User name on the other node. */
    user: string;
    /**
     * Name of the secret, in the secret store of the node, that holds the password of the user. Never the
     * secret itself.
     */
    credential: string;
    'trust-domain'?: never;
  }
  | {
    /**
     * The trust domain whose node it is (yangent-access). The node signs a token for each of whom it
     * speaks, for that node alone, and proves its key with each request (RFC 9449). What may go there says
     * send. The other node must trust this one likewise, and let the agent in as belong to @DOMAIN.
     */
    'trust-domain': string;
    user?: never;
    credential?: never;
  }
);

/** What the node knows of the running agent. */
export type YangentAgents_Agents_Agent_Status = {
  /** State of the agent. */
  state?: YangentAgents_AgentState;
  /** When the registration ends unless it is renewed. Absent: never. */
  'lease-expires'?: string;
  /** When the agent last called the node. */
  'last-seen'?: string;
  /** Tasks which the agent executes now. */
  'running-tasks'?: number;
  /** Tasks which wait for the agent. */
  'queued-tasks'?: number;
  /**
   * Share of its capacity the agent is using: what it reported last, or the tasks it has by the tasks it
   * takes at once, whichever is more.
   * Unit: percent.
   */
  load?: `${number}`;
  /**
   * Time the agent lately took to react, as the node measured it: an agent outside the node from being
   * offered a task to claiming it, a hosted agent from the call of its skill to its first report.
   * Smoothed over the last tasks. Absent: not measured yet.
   * Unit: milliseconds.
   */
  latency?: number;
  /** When the latency was last measured. */
  'last-measured'?: string;
  /** The identity of the agent. */
  'yangent-identity:identity'?: YangentAgents_Agents_Agent_Status_Identity;
};

/** The identity of the agent. */
export type YangentAgents_Agents_Agent_Status_Identity = {
  /**
   * Identifier of the agent: of one that runs inside the node, the identifier whose keys the node has;
   * of another, the digital-identifier that it registered, if that is a DID.
   */
  did?: string;
  /** What the node knows about the identifier. Absent: the agent has none. */
  control?: 'claimed' | 'proved';
  /**
   * The credentials that the agent has given with its registration (registration/security/credential),
   * with what the node has found about them: at the registration, soon after an edit of them, hourly,
   * and when an agent whose trust domain requires credentials claims a task.
   */
  credential?: readonly YangentAgents_Agents_Agent_Status_Identity_Credential[];
};

/**
 * The credentials that the agent has given with its registration (registration/security/credential),
 * with what the node has found about them: at the registration, soon after an edit of them, hourly,
 * and when an agent whose trust domain requires credentials claims a task.
 */
export type YangentAgents_Agents_Agent_Status_Identity_Credential = {
  /** Its place among them, from 1. */
  number: number;
  /** The types for which it counts: those that a rule names together with its issuer. */
  type?: readonly string[];
  /** The identifier of its issuer, once its signature has verified. */
  issuer?: string;
  /** The outcome. */
  verdict?: 'valid' | 'invalid' | 'unverified';
  /**
   * When it was last verified. While a host that must be asked does not answer, the last outcome stays
   * for an hour.
   */
  checked?: string;
  /** Why it does not count. */
  reason?: readonly string[];
};

/** What the agent says about itself. */
export type YangentAgents_Register_Input_Profile = {
  /**
   * Name of the agent, unique in its namespace. Recommended form: {Standard
   * Organization}-{Provider}-{Transmit}-{Version Number}.
   */
  name: string;
  /** Another name, for people. */
  alias?: string;
  /** What the agent is for, in plain language. */
  description: string;
  /** Kind of agent, for example fault-management. */
  type?: string;
  /** What the agent can do. */
  skills?: YangentAgents_Register_Input_Profile_Skills;
  /**
   * Software version of the agent, by the rules of Semantic Versioning 2.0; it may have fewer or more
   * than three numbers. Text that is no version is refused.
   */
  version: string;
  /** Manufacturer of the agent. */
  provider: string;
  /** Domain the agent serves, for example Wireless, Optical, IP or Core Network. */
  domain?: string;
  /** Which ways of interacting the agent supports. */
  capability?: YangentAgents_Agents_Agent_Profile_Capability;
  /** What the agent manages, for example the name of a subnet. */
  'management-object'?: string;
  /**
   * How the agent authenticates those who talk to it by other ways than its node. Informs: the node logs
   * its users in by its own means.
   */
  authentication?: YangentAgents_Agents_Agent_Profile_Authentication;
};

/** What the agent can do. */
export type YangentAgents_Register_Input_Profile_Skills = {
  /** One skill. */
  skill?: readonly YangentAgents_Register_Input_Profile_Skills_Skill[];
};

/** One skill. */
export type YangentAgents_Register_Input_Profile_Skills_Skill = {
  /** Name of the skill, unique in the agent. */
  'skill-name': string;
  /** What the skill does, in plain language. */
  'skill-description'?: string;
  /** Keywords under which the skill is found. */
  'skill-tags'?: readonly string[];
  /**
   * Kinds of input the skill takes: image, text, audio, video. Where some are named, data of another
   * kind is refused with a task for the skill.
   */
  'input-modes'?: readonly string[];
  /**
   * Kinds of output the skill gives: image, text, audio, video. Informs: agents are found by it, and
   * results are not held against it.
   */
  'output-modes'?: readonly string[];
};

/** What the agent registers beyond its profile. */
export type YangentAgents_Register_Input_Registration = {
  /** Globally unique identifier which the network provider has given to the agent. */
  'digital-identifier'?: string;
  /**
   * Where the agent is reached: URL, domain name or network address. Informs: the node does not connect
   * to it.
   */
  address?: readonly string[];
  /** How the agent communicates. */
  communication?: YangentAgents_Register_Input_Registration_Communication;
  /** Services which the agent offers, for example an AI, sensing or computing service. */
  service?: readonly YangentAgents_Agents_Agent_Registration_Service[];
  /**
   * More about the skills of the profile. For an agent that runs inside the node, the node writes the
   * schemas that its program declares, and recognizes them by their $comment; a schema without it stays
   * as it is.
   */
  skill?: readonly YangentAgents_Register_Input_Registration_Skill[];
  /**
   * Programming interfaces of the agent. Agents are found by their names; the rest informs, but for
   * security.
   */
  interface?: readonly YangentAgents_Register_Input_Registration_Interface[];
  /** Where the agent is. */
  location?: YangentAgents_Agents_Agent_Registration_Location;
  /** Security of the agent. */
  security?: YangentAgents_Register_Input_Registration_Security;
};

/** How the agent communicates. */
export type YangentAgents_Register_Input_Registration_Communication = {
  /** Communication protocols, for example netconf, restconf, http/2, http/3, A2A, ANP or MCP. */
  protocol?: readonly string[];
  /** Ways of interacting. */
  'interaction-mode'?: readonly YangentAgents_InteractionMode[];
  /** Kinds of data. */
  modality?: readonly YangentAgents_Modality[];
};

/**
 * More about the skills of the profile. For an agent that runs inside the node, the node writes the
 * schemas that its program declares, and recognizes them by their $comment; a schema without it stays
 * as it is.
 */
export type YangentAgents_Register_Input_Registration_Skill = {
  /** Name of the skill, as in the profile. */
  'skill-name': string;
  /** Identifier of the skill outside this agent. Informs. */
  id?: string;
  /** Names of the services that build on the skill. Informs. */
  service?: readonly string[];
  /** What the skill must be given, in plain language. Informs; input-schema is checked. */
  'required-input'?: string;
  /** Requests which the skill can answer. Agents are found by them. */
  example?: readonly string[];
  /**
   * JSON Schema (2020-12) of the structured input of the skill, an object. A task that names the skill
   * by its type or objective and whose input does not fit is refused. The schema is checked when it is
   * given, as that of yangent-tasks:request-input, and has no more than 16384 characters.
   */
  'input-schema'?: string;
  /**
   * JSON Schema (2020-12) of the result of the skill: an object with a member for each artifact, under
   * its name, which is its data, else its value. Workflows are checked by it. Text that is no schema is
   * refused. The node holds the results of agents that run inside it against the schema that their
   * program declares; of others it informs.
   */
  'output-schema'?: string;
  /**
   * How the skill goes with workflows that go back to a checkpoint. The check of a graph that goes back
   * after a failure warns of none. Absent: it is not known.
   */
  checkpoint?: 'again' | 'undo' | 'none';
  /**
   * How long a task of the skill takes as a rule. Informs.
   * Unit: seconds.
   */
  duration?: number;
};

/**
 * Programming interfaces of the agent. Agents are found by their names; the rest informs, but for
 * security.
 */
export type YangentAgents_Register_Input_Registration_Interface = {
  /** Name of the interface. */
  name: string;
  /** What the interface is for. */
  description?: string;
  /** Protocol of the interface. */
  protocol?: string;
  /** Where the interface is reached. */
  url?: string;
  /** Where the description of the interface is found, for example an OpenAPI document. */
  specification?: string;
  /**
   * Ways to authenticate at this interface, each enough by itself, in place of those of the agent.
   * Absent: those of the agent. The node enforces it at an interface without url: that is the part of
   * the endpoint of the agent which speaks its protocol, or that of its name (restconf, netconf, or the
   * protocol of a plugin).
   */
  security?: readonly (string & { readonly __leafref?: '/yangent-agents:register/input/profile/authentication/authentication-methods/accessinfo-id' })[];
};

/** Security of the agent. */
export type YangentAgents_Register_Input_Registration_Security = {
  /** Security level that the agent has been rated at. */
  level?: string;
  /** Licences under which the agent operates. */
  license?: readonly string[];
  /** Credentials which the agent presents, for example verifiable credentials. */
  credential?: readonly string[];
  /** Keys of the agent. Informs: the node checks nothing by them. */
  key?: readonly string[];
};

/** How the agent is executed. */
export type YangentAgents_Register_Input_Execution = {
  /**
   * Where the agent runs.
   * @default "attached"
   */
  kind?: YangentAgents_ExecutionKind;
  /**
   * What executes the agent: of a remote agent the node it lives on, as https://HOST:PORT (RESTCONF;
   * http on the loopback only) or netconf://HOST:PORT (NETCONF over SSH). Of another agent, for example
   * the name of its program, it informs.
   */
  target?: string;
  /** How many tasks the agent executes at the same time. Absent: as many as the node allows. */
  'max-concurrent-tasks'?: number;
  /**
   * Whether free text may set the agent to work. Where a skill of the agent is stricter, the skill
   * decides. Absent: the skill decides, and one which declares its input and says nothing asks for
   * confirmation.
   */
  'free-text'?: 'refuse' | 'confirm' | 'allow';
  /** Which tasks and invitations the agent accepts. A task outside is refused when it is assigned. */
  accepts?: YangentAgents_Register_Input_Execution_Accepts;
};

/** Which tasks and invitations the agent accepts. A task outside is refused when it is assigned. */
export type YangentAgents_Register_Input_Execution_Accepts = {
  /** The least priority a task must have. */
  'min-priority'?: number;
  /** Types of tasks. Empty: all. */
  type?: readonly string[];
  /** Domains of tasks. Empty: all. */
  domain?: readonly string[];
  /** How many tasks may wait for the agent. Absent: as many as the node allows. */
  'max-queued-tasks'?: number;
  /** Which invitations to sessions the agent accepts. Absent: node. */
  sessions?: 'anyone' | 'node' | 'ask' | 'none';
  /**
   * Whom the agent does not want to hear in sessions. An invitation, a message in a direct session, and
   * a message that names the agent in to are refused as not accepted. What is said to all in a session
   * of several is not held up: the agent can leave it. Users who may act for the agent are never
   * refused.
   */
  blocked?: YangentAgents_Register_Input_Execution_Accepts_Blocked;
};

/**
 * Whom the agent does not want to hear in sessions. An invitation, a message in a direct session, and
 * a message that names the agent in to are refused as not accepted. What is said to all in a session
 * of several is not held up: the agent can leave it. Users who may act for the agent are never
 * refused.
 */
export type YangentAgents_Register_Input_Execution_Accepts_Blocked = {
  /** Agents, by their identifiers. */
  agent?: readonly string[];
  /** Users, and the agents that they own. */
  user?: readonly string[];
  /** Management domains of agents, and of agents of other nodes what is behind the @. */
  domain?: readonly string[];
};

/** What the agent must have registered about its security. */
export type YangentAgents_Discover_Input_Security = {
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
export type YangentAgents_Discover_Input_Near = {
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

/** An agent that matches. */
export type YangentAgents_Discover_Output_Match = {
  /** Identifier of the agent. */
  id: string;
  /** Place in the order of matches; the best has rank 1. */
  rank: number;
  /** How well the agent matches; 1 is best. */
  score: `${number}`;
  /** Why the agent matches, one condition each. */
  reason?: readonly string[];
  /** Name in the profile. */
  name?: string;
  /** Description in the profile. */
  description?: string;
  /** Globally unique identifier of the agent. */
  'digital-identifier'?: string;
  /** Version in the profile. */
  version?: string;
  /** Provider in the profile. */
  provider?: string;
  /** Domain of the agent. */
  domain?: string;
  /** Names of the skills that match, or of all skills if the query names none. */
  skill?: readonly string[];
  /** Names of the services which the agent offers. */
  service?: readonly string[];
  /** Where the agent is reached. */
  address?: readonly string[];
  /** How one can communicate with the agent. */
  capabilities?: YangentAgents_Discover_Output_Match_Capabilities;
  /** State of the agent. */
  state?: YangentAgents_AgentState;
  /**
   * Distance from the place that the query names.
   * Unit: meters.
   */
  distance?: `${number}`;
  /**
   * Time the agent lately took to react.
   * Unit: milliseconds.
   */
  latency?: number;
  /** Tasks which the agent executes now. */
  'running-tasks'?: number;
  /** Tasks which wait for the agent. */
  'queued-tasks'?: number;
  /**
   * Share of its capacity the agent is using.
   * Unit: percent.
   */
  load?: `${number}`;
};

/** How one can communicate with the agent. */
export type YangentAgents_Discover_Output_Match_Capabilities = {
  /** Communication protocols, for example netconf, restconf, http/2, http/3, A2A, ANP or MCP. */
  protocol?: readonly string[];
  /** Ways of interacting. */
  'interaction-mode'?: readonly YangentAgents_InteractionMode[];
  /** Kinds of data. */
  modality?: readonly YangentAgents_Modality[];
  /** The agent can stream. */
  streaming?: boolean;
  /** The agent can push notifications. */
  'push-notifications'?: boolean;
  /** Kinds of negotiation supported. */
  negotiate?: readonly string[];
};

/** The capabilities which both have. */
export type YangentAgents_NegotiateCapability_Output_Agreement = {
  /** Skills. */
  skill?: readonly string[];
  /** Kinds of input. */
  'input-mode'?: readonly YangentAgents_Modality[];
  /** Kinds of output. */
  'output-mode'?: readonly YangentAgents_Modality[];
  /** Communication protocols, for example netconf, restconf, http/2, http/3, A2A, ANP or MCP. */
  protocol?: readonly string[];
  /** Ways of interacting. */
  'interaction-mode'?: readonly YangentAgents_InteractionMode[];
  /** Kinds of data. */
  modality?: readonly YangentAgents_Modality[];
  /** Streaming can be used. */
  streaming?: boolean;
  /** Push notifications can be used. */
  'push-notifications'?: boolean;
  /** Kinds of negotiation that can be used. */
  negotiate?: readonly string[];
};

/** Profile of the agent that was asked. */
export type YangentAgents_NegotiateCapability_Output_Profile = {
  /**
   * Name of the agent, unique in its namespace. Recommended form: {Standard
   * Organization}-{Provider}-{Transmit}-{Version Number}.
   */
  name: string;
  /** Another name, for people. */
  alias?: string;
  /** What the agent is for, in plain language. */
  description: string;
  /** Kind of agent, for example fault-management. */
  type?: string;
  /** What the agent can do. */
  skills?: YangentAgents_Register_Input_Profile_Skills;
  /**
   * Software version of the agent, by the rules of Semantic Versioning 2.0; it may have fewer or more
   * than three numbers. Text that is no version is refused.
   */
  version: string;
  /** Manufacturer of the agent. */
  provider: string;
  /** Domain the agent serves, for example Wireless, Optical, IP or Core Network. */
  domain?: string;
  /** Which ways of interacting the agent supports. */
  capability?: YangentAgents_Agents_Agent_Profile_Capability;
  /** What the agent manages, for example the name of a subnet. */
  'management-object'?: string;
  /**
   * How the agent authenticates those who talk to it by other ways than its node. Informs: the node logs
   * its users in by its own means.
   */
  authentication?: YangentAgents_Agents_Agent_Profile_Authentication;
};
