// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_AgentState, YangentAgents_ExecutionKind, YangentAgents_InteractionMode, YangentAgents_Modality } from './yangent-agents.js';

/** Type peer-state of yangent-peers. */
export type YangentPeers_PeerState = 'unknown' | 'up' | 'down' | 'refused';

/**
 * Peers: other nodes whose agents have names here. A node has a domain, and each peer speaks for one
 * domain or more. The agent ID of another domain is called ID@DOMAIN on this node: tasks are assigned
 * to it, and negotiated with it, under that name. Its node gets them as from FROM@OURS, where OURS is
 * the domain of this node. A peer logs in on this node as a user. That user owns all agents of the
 * domains of the peer, and no other user does: so a peer speaks for its own domains only. What a peer
 * sends is for this node, and is passed on to a third one only from peers with relay. The part behind
 * the last @ of a name is a domain if this node or a peer has it; else the whole is an identifier. The
 * domain of this node is removed: fault@OURS is fault. Identifiers and names of agents of this node
 * cannot end in @ and such a domain.
 */
export interface YangentPeers {
  /** The domain of this node, and its peers. */
  peers?: YangentPeers_Peers;
}

/** Top-level data of yangent-peers, as RFC 7951 names them in a document. */
export interface YangentPeersData {
  'yangent-peers:peers'?: YangentPeers['peers'];
}

/** RPCs of the module. */
export interface YangentPeersRpcs {
  /**
   * Say where an agent is: on this node or at which peer, whether it is online, and by which addresses
   * it is reached. The node asks the name server for hosts that are registered or configured, and for no
   * others.
   */
  'yangent-peers:resolve': {
    input: (
      | {
        /** By its identifier, its name, or as ID@DOMAIN. */
        agent: string;
        'digital-identifier'?: never;
        discover?: never;
      }
      | {
        /**
         * By its decentralized identifier: one that its node has given to it, or that it has proved to its
         * node. An agent of another node is looked up at the peer to which the host in a did:wba or did:web is
         * routed, and nowhere else.
         */
        'digital-identifier': string;
        agent?: never;
        discover?: never;
      }
      | {
        /** Query as for yangent-agents:discover. */
        discover: YangentPeers_Resolve_Input_Wanted_Discover_Discover;
        agent?: never;
        'digital-identifier'?: never;
      }
    );
    output: {
      /** How the agent is called on this node. */
      agent: string;
      /** The domain of its node. Absent: this node, which has none. */
      domain?: string;
      /**
       * The peer over which it is reached. Absent: the agent is of this node, or the caller may not read the
       * peer.
       */
      peer?: string;
      /** True when it takes tasks: an agent of this node that is online; of a peer, one whose peer is up. */
      online: boolean;
      /** Where it is reached, as far as the caller may read that. */
      endpoint?: readonly YangentPeers_Resolve_Output_Endpoint[];
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentPeersActions {
  /** Connect to the peer now, and log in. The output says how that went. */
  '/yangent-peers:peers/peer/check': {
    input: undefined;
    output: {
      /** State of the peer. */
      state?: YangentPeers_PeerState;
      /** Since when it is in that state. */
      since?: string;
      /** Why it is not up. Only operators see this. */
      error?: string;
      /**
       * How long it took to answer the last time.
       * Unit: milliseconds.
       */
      latency?: number;
    };
  };
}

/** Notifications of the module. */
export interface YangentPeersNotifications {
  /** The state of a peer has changed. For operators. */
  'yangent-peers:peer-changed': {
    /** The peer. */
    name: string;
    /** State of the peer. */
    state?: YangentPeers_PeerState;
    /** Since when it is in that state. */
    since?: string;
    /** Why it is not up. Only operators see this. */
    error?: string;
    /**
     * How long it took to answer the last time.
     * Unit: milliseconds.
     */
    latency?: number;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentPeersStructures {}

/** The domain of this node, and its peers. */
export type YangentPeers_Peers = {
  /** The domain of this node. To peers, its agent noc is noc@DOMAIN. */
  domain: string;
  /** Further domains by which agents of this node are addressed. */
  alias?: readonly string[] & { readonly __set?: true };
  /** The peers. A user as whom a peer logs in sees that one only. */
  peer?: readonly YangentPeers_Peers_Peer[];
};

/** The peers. A user as whom a peer logs in sees that one only. */
export type YangentPeers_Peers_Peer = {
  /** Name of the peer. */
  name: string;
  /**
   * Domains for which the peer speaks, and to which tasks go over it. Of several that fit a name the
   * longest counts. A domain of this node is refused, also one below *. and a domain of another peer.
   */
  domain: readonly string[] & { readonly __set?: true };
  /**
   * How this node reaches the peer. Absent: the peer only logs in here, and nothing can be assigned to
   * its agents.
   */
  address?: YangentPeers_Peers_Peer_Address;
  /**
   * Skills that have another name at the peer. A task that goes there has theirs, one that comes from
   * there ours. A skill that is not named here has the same name on both sides.
   */
  term?: readonly YangentPeers_Peers_Peer_Term[];
  /**
   * How many messages, assignments and rounds of negotiations the node takes from the peer in one
   * second, those that it refuses included. Beyond it they are refused with error-app-tag rate-limited,
   * and the peer goes on with them when it may.
   * @default 100
   * Unit: messages per second.
   */
  'max-rate'?: number;
  /**
   * true: what the peer sends to agents of other peers is passed on to these. The peer is then the way
   * to all of its domains, so that these are named here as well.
   * @default false
   */
  relay?: boolean;
  /**
   * false: sessions of that peer are not received. Agents of this node that are invited there do not
   * hear of it.
   * @default true
   */
  sessions?: boolean;
  /**
   * true: a session of this node that the peer has continued while this node was away is closed here.
   * false: only those that an agent of the peer coordinates.
   * @default false
   */
  continues?: boolean;
  /**
   * The most open sessions of that peer of which this node keeps copies.
   * @default 1000
   */
  'max-sessions'?: number;
  /**
   * How many messages of agents of this node may wait for that peer, and how many of one agent may be
   * refused that it has not acknowledged. Beyond it, send is refused with backlog-full.
   * @default 100000
   * Unit: messages.
   */
  'max-backlog'?: number;
  /** What the node knows of the peer. */
  status?: YangentPeers_Peers_Peer_Status;
} & (
  | {
    /**
     * The user as whom the peer logs in here. Owns all agents of the domains of the peer; no other peer
     * has it.
     */
    user: string;
    'trust-domain'?: never;
  }
  | {
    /**
     * The trust domain (yangent-access) whose members the callers of the peer are. All of them own the
     * agents of its domains. At address, this node proves by a token who it is, in place of user and
     * credential.
     */
    'trust-domain': string;
    user?: never;
  }
);

/**
 * How this node reaches the peer. Absent: the peer only logs in here, and nothing can be assigned to
 * its agents.
 */
export type YangentPeers_Peers_Peer_Address = {
  /** https://HOST:PORT (RESTCONF; http on the loopback only) or netconf://HOST:PORT (NETCONF over SSH). */
  target: string;
  /** User name of this node at the peer, which names that user for the domain of this node. */
  user?: string;
  /**
   * Name of the secret, in the secret store of the node, that holds the password of the user. Never the
   * secret itself.
   */
  credential?: string;
  /**
   * By what the peer proves who it is: for RESTCONF sha-256: and the fingerprint of its certificate in
   * hexadecimal; for NETCONF SHA256: and the fingerprint of its host key in base64. Absent: over
   * RESTCONF the authorities that the system trusts; over NETCONF only the loopback is reached.
   */
  identity?: string;
  /**
   * URL of its RESTCONF server, to which the bytes of data parameters go. Absent: the target, where that
   * is one; over NETCONF no bytes go then.
   */
  'data-target'?: string;
  /**
   * sha-256: and the fingerprint of the certificate of data-target. Absent: the authorities that the
   * system trusts.
   */
  'data-identity'?: string;
};

/**
 * Skills that have another name at the peer. A task that goes there has theirs, one that comes from
 * there ours. A skill that is not named here has the same name on both sides.
 */
export type YangentPeers_Peers_Peer_Term = {
  /** The word of the peer. */
  theirs: string;
  /** The word of this node. */
  ours: string;
};

/** What the node knows of the peer. */
export type YangentPeers_Peers_Peer_Status = {
  /** State of the peer. */
  state?: YangentPeers_PeerState;
  /** Since when it is in that state. */
  since?: string;
  /** Why it is not up. Only operators see this. */
  error?: string;
  /**
   * How long it took to answer the last time.
   * Unit: milliseconds.
   */
  latency?: number;
  /** Messages of sessions, since the node was started. */
  traffic?: YangentPeers_Peers_Peer_Status_Traffic;
};

/** Messages of sessions, since the node was started. */
export type YangentPeers_Peers_Peer_Status_Traffic = {
  /**
   * Messages that were stored in copies.
   * Unit: messages.
   */
  received?: `${bigint}`;
  /**
   * Messages that went to the peer and have their number, or were refused.
   * Unit: messages.
   */
  sent?: `${bigint}`;
};

/** Query as for yangent-agents:discover. */
export type YangentPeers_Resolve_Input_Wanted_Discover_Discover = {
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
  security?: YangentPeers_Resolve_Input_Wanted_Discover_Discover_Security;
  /** Agents that are not wanted. */
  exclude?: readonly string[];
  /** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
  near?: YangentPeers_Resolve_Input_Wanted_Discover_Discover_Near;
};

/** What the agent must have registered about its security. */
export type YangentPeers_Resolve_Input_Wanted_Discover_Discover_Security = {
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
export type YangentPeers_Resolve_Input_Wanted_Discover_Discover_Near = {
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

/** Where it is reached, as far as the caller may read that. */
export type YangentPeers_Resolve_Output_Endpoint = {
  /** The protocol, as it was registered. */
  protocol: string;
  /** The address. */
  url: string;
  /** Addresses of its host. Empty: the name server gave none in time. */
  'ip-address'?: readonly string[];
};
