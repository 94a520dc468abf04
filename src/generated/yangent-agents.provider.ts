// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgentsActions, YangentAgentsNotifications, YangentAgentsRpcs, YangentAgents_AgentState, YangentAgents_Agents_Agent_Execution_Accepts, YangentAgents_Agents_Agent_Execution_Accepts_Blocked, YangentAgents_Agents_Agent_Execution_Remote, YangentAgents_Agents_Agent_Profile, YangentAgents_Agents_Agent_Profile_Authentication, YangentAgents_Agents_Agent_Profile_Authentication_AuthenticationMethods, YangentAgents_Agents_Agent_Profile_Capability, YangentAgents_Agents_Agent_Profile_Skills, YangentAgents_Agents_Agent_Profile_Skills_Skill, YangentAgents_Agents_Agent_Registration, YangentAgents_Agents_Agent_Registration_Communication, YangentAgents_Agents_Agent_Registration_Interface, YangentAgents_Agents_Agent_Registration_Location, YangentAgents_Agents_Agent_Registration_Security, YangentAgents_Agents_Agent_Registration_Service, YangentAgents_Agents_Agent_Registration_Skill, YangentAgents_Agents_Agent_Status, YangentAgents_Agents_Agent_Status_Identity, YangentAgents_Agents_Agent_Status_Identity_Credential, YangentAgents_Agents_Place, YangentAgents_Discover_Input_Near, YangentAgents_Discover_Input_Security, YangentAgents_ExecutionKind, YangentAgents_InteractionMode, YangentAgents_Modality, YangentAgents_Register_Input_Execution_Accepts, YangentAgents_Register_Input_Profile, YangentAgents_Register_Input_Registration, YangentAgents_Visibility } from './yangent-agents.js';

/** What a provider of yangent-agents is asked for and gives. */
export interface YangentAgentsProvider {
  module: 'yangent-agents';
  rpcs: {
    /**
     * Register an agent. The caller becomes its owner. Registering an agent again replaces its description
     * and renews its lease, and is allowed to its owners only.
     */
    'register': {
      input: YangentAgents_Register_Input_InUse;
      output: YangentAgentsRpcs['yangent-agents:register']['output'];
    };
    /** Remove an agent. Its unfinished tasks are refused or fail. */
    'deregister': {
      input: YangentAgentsRpcs['yangent-agents:deregister']['input'];
      output: YangentAgentsRpcs['yangent-agents:deregister']['output'];
    };
    /** Find agents, best match first. Only agents which the caller may see are found. */
    'discover': {
      input: YangentAgents_Discover_Input_InUse;
      output: YangentAgentsRpcs['yangent-agents:discover']['output'];
    };
    /**
     * Ask an agent for its capabilities and agree on those to use (the draft's CapabilityRequest). The
     * answer says which of the wanted capabilities the agent has and which it lacks. Without wanted
     * capabilities it reports what the agent has.
     */
    'negotiate-capability': {
      input: YangentAgentsRpcs['yangent-agents:negotiate-capability']['input'];
      output: YangentAgentsRpcs['yangent-agents:negotiate-capability']['output'];
    };
  };
  /** By data path. */
  actions: {
    /** Prolong the registration of the agent and report its load. */
    '/yangent-agents:agents/agent/renew': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentAgentsActions['/yangent-agents:agents/agent/renew']['input'];
      output: YangentAgentsActions['/yangent-agents:agents/agent/renew']['output'];
    };
    /** Give the agent no new tasks. */
    '/yangent-agents:agents/agent/drain': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentAgentsActions['/yangent-agents:agents/agent/drain']['input'];
      output: YangentAgentsActions['/yangent-agents:agents/agent/drain']['output'];
    };
    /** Give a drained agent tasks again. */
    '/yangent-agents:agents/agent/resume': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentAgentsActions['/yangent-agents:agents/agent/resume']['output'];
    };
    /** Approve, as an owner who is a person, that others find the agent. */
    '/yangent-agents:agents/agent/publish': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentAgentsActions['/yangent-agents:agents/agent/publish']['input'];
      output: YangentAgentsActions['/yangent-agents:agents/agent/publish']['output'];
    };
    /** Let nobody but the owners find the agent from now on. */
    '/yangent-agents:agents/agent/withdraw': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentAgentsActions['/yangent-agents:agents/agent/withdraw']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-agents:agents/agent': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentAgents_Agents_Agent_State;
    };
    '/yangent-agents:agents/agent/status': {
      keys: readonly [string] & {
        readonly id: string;
      };
      value: YangentAgents_Agents_Agent_Status;
    };
    '/yangent-agents:agents/agent/status/yangent-identity:identity': {
      keys: readonly [string] & {
        readonly id: string;
      };
      value: YangentAgents_Agents_Agent_Status_Identity;
    };
    '/yangent-agents:agents/agent/status/yangent-identity:identity/credential': {
      keys: readonly [string, number] & {
        readonly id: string;
        readonly number: number;
      };
      entry: YangentAgents_Agents_Agent_Status_Identity_Credential;
    };
  };
  config: YangentAgentsConfig;
  notifications: YangentAgentsNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentAgentsConfig {
  '/yangent-agents:agents': {
    keys: readonly [];
    value: YangentAgents_Agents_InUse;
  };
  '/yangent-agents:agents/policy': {
    keys: readonly [];
    value: YangentAgents_Agents_Policy_InUse;
  };
  '/yangent-agents:agents/place': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAgents_Agents_Place;
  };
  '/yangent-agents:agents/agent': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_InUse;
  };
  '/yangent-agents:agents/agent/profile': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Profile;
  };
  '/yangent-agents:agents/agent/profile/skills': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Profile_Skills;
  };
  '/yangent-agents:agents/agent/profile/skills/skill': {
    keys: readonly [string, string] & {
      readonly id: string;
      readonly 'skill-name': string;
    };
    value: YangentAgents_Agents_Agent_Profile_Skills_Skill;
  };
  '/yangent-agents:agents/agent/profile/capability': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Profile_Capability;
  };
  '/yangent-agents:agents/agent/profile/authentication': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Profile_Authentication;
  };
  '/yangent-agents:agents/agent/profile/authentication/authentication-methods': {
    keys: readonly [string, string] & {
      readonly id: string;
      readonly 'accessinfo-id': string;
    };
    value: YangentAgents_Agents_Agent_Profile_Authentication_AuthenticationMethods;
  };
  '/yangent-agents:agents/agent/registration': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Registration;
  };
  '/yangent-agents:agents/agent/registration/communication': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Registration_Communication;
  };
  '/yangent-agents:agents/agent/registration/service': {
    keys: readonly [string, string] & {
      readonly id: string;
      readonly name: string;
    };
    value: YangentAgents_Agents_Agent_Registration_Service;
  };
  '/yangent-agents:agents/agent/registration/skill': {
    keys: readonly [string, string] & {
      readonly id: string;
      readonly 'skill-name': string;
    };
    value: YangentAgents_Agents_Agent_Registration_Skill;
  };
  '/yangent-agents:agents/agent/registration/interface': {
    keys: readonly [string, string] & {
      readonly id: string;
      readonly name: string;
    };
    value: YangentAgents_Agents_Agent_Registration_Interface;
  };
  '/yangent-agents:agents/agent/registration/location': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Registration_Location | undefined;
  };
  '/yangent-agents:agents/agent/registration/security': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Registration_Security | undefined;
  };
  '/yangent-agents:agents/agent/execution': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Execution_InUse;
  };
  '/yangent-agents:agents/agent/execution/accepts': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Execution_Accepts;
  };
  '/yangent-agents:agents/agent/execution/accepts/blocked': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Execution_Accepts_Blocked;
  };
  '/yangent-agents:agents/agent/execution/remote': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: YangentAgents_Agents_Agent_Execution_Remote | undefined;
  };
}

/** How the agent is executed. */
export type YangentAgents_Register_Input_Execution_InUse = {
  /**
   * Where the agent runs.
   * @default "attached"
   */
  kind: YangentAgents_ExecutionKind;
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

export type YangentAgents_Register_Input_InUse = {
  /** Identifier wanted. Absent: the name in the profile. */
  id?: string;
  /** Management domain to which the agent belongs. */
  domain?: string;
  /**
   * Who finds the agent.
   * @default "public"
   */
  visibility: YangentAgents_Visibility;
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
  execution: YangentAgents_Register_Input_Execution_InUse;
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

export type YangentAgents_Discover_Input_InUse = {
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
  limit: number;
};

/** Who comes into the directory, and how much. */
export type YangentAgents_Agents_Policy_InUse = {
  /**
   * true: what users register is not approved until an operator sets the leaf approved.
   * @default false
   */
  'operator-approval': boolean;
  /**
   * true: only those of its owners who are persons publish an agent, or let more others find it. Who
   * enters an agent that belongs to others must enter it with published false; what an agent registers
   * itself is not published.
   * @default false
   */
  'owner-approval': boolean;
  /**
   * Greatest number of agents.
   * @default 1000000
   */
  'max-agents': number;
  /**
   * Greatest number of agents which one user may register. Operators and administrators may register
   * more.
   * @default 100
   */
  'max-agents-per-owner': number;
  /**
   * Greatest size of the JSON text of one agent.
   * @default 262144
   * Unit: octets.
   */
  'max-description-size': number;
  /**
   * What an agent must tell of its identity to be registered by register. Else it is refused with
   * app-tag identity-required. Agents in configuration are not concerned.
   * @default "none"
   */
  'yangent-identity:identity': 'none' | 'claimed' | 'proved';
};

/** How the agent is executed. */
export type YangentAgents_Agents_Agent_Execution_InUse = {
  /**
   * Where the agent runs.
   * @default "attached"
   */
  kind: YangentAgents_ExecutionKind;
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

/** One agent. Writing an entry makes the agent known and opens its endpoint. */
export type YangentAgents_Agents_Agent_InUse = {
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
  approved: boolean;
  /**
   * false: an owner has yet to approve that others find the agent, or has withdrawn it; only its owners
   * find it.
   * @default true
   */
  published: boolean;
  /** Management domain to which the agent belongs. */
  domain?: string;
  /**
   * Who finds the agent.
   * @default "public"
   */
  visibility: YangentAgents_Visibility;
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
  execution: YangentAgents_Agents_Agent_Execution_InUse;
};

/** The agents of this node. */
export type YangentAgents_Agents_InUse = {
  /** Who comes into the directory, and how much. */
  policy: YangentAgents_Agents_Policy_InUse;
  /** A place by name, near which agents are looked for. */
  place?: readonly YangentAgents_Agents_Place[];
  /** One agent. Writing an entry makes the agent known and opens its endpoint. */
  agent?: readonly YangentAgents_Agents_Agent_InUse[];
};

/** One agent. Writing an entry makes the agent known and opens its endpoint. */
export type YangentAgents_Agents_Agent_State = {
  /** What the node knows of the running agent. */
  status?: YangentAgents_Agents_Agent_Status;
};
