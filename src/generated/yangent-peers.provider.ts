// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentPeersActions, YangentPeersNotifications, YangentPeersRpcs, YangentPeers_Peers_Peer_Address, YangentPeers_Peers_Peer_Status, YangentPeers_Peers_Peer_Status_Traffic, YangentPeers_Peers_Peer_Term } from './yangent-peers.js';

/** What a provider of yangent-peers is asked for and gives. */
export interface YangentPeersProvider {
  module: 'yangent-peers';
  rpcs: {
    /**
     * Say where an agent is: on this node or at which peer, whether it is online, and by which addresses
     * it is reached. The node asks the name server for hosts that are registered or configured, and for no
     * others.
     */
    'resolve': {
      input: YangentPeersRpcs['yangent-peers:resolve']['input'];
      output: YangentPeersRpcs['yangent-peers:resolve']['output'];
    };
  };
  /** By data path. */
  actions: {
    /** Connect to the peer now, and log in. The output says how that went. */
    '/yangent-peers:peers/peer/check': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentPeersActions['/yangent-peers:peers/peer/check']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-peers:peers/peer': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentPeers_Peers_Peer_State;
    };
    '/yangent-peers:peers/peer/status': {
      keys: readonly [string] & {
        readonly name: string;
      };
      value: YangentPeers_Peers_Peer_Status;
    };
    '/yangent-peers:peers/peer/status/traffic': {
      keys: readonly [string] & {
        readonly name: string;
      };
      value: YangentPeers_Peers_Peer_Status_Traffic;
    };
  };
  config: YangentPeersConfig;
  notifications: YangentPeersNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentPeersConfig {
  '/yangent-peers:peers': {
    keys: readonly [];
    value: YangentPeers_Peers_InUse | undefined;
  };
  '/yangent-peers:peers/peer': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentPeers_Peers_Peer_InUse;
  };
  '/yangent-peers:peers/peer/address': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentPeers_Peers_Peer_Address | undefined;
  };
  '/yangent-peers:peers/peer/term': {
    keys: readonly [string, string] & {
      readonly name: string;
      readonly theirs: string;
    };
    value: YangentPeers_Peers_Peer_Term;
  };
}

/** The peers. A user as whom a peer logs in sees that one only. */
export type YangentPeers_Peers_Peer_InUse = {
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
  'max-rate': number;
  /**
   * true: what the peer sends to agents of other peers is passed on to these. The peer is then the way
   * to all of its domains, so that these are named here as well.
   * @default false
   */
  relay: boolean;
  /**
   * false: sessions of that peer are not received. Agents of this node that are invited there do not
   * hear of it.
   * @default true
   */
  sessions: boolean;
  /**
   * true: a session of this node that the peer has continued while this node was away is closed here.
   * false: only those that an agent of the peer coordinates.
   * @default false
   */
  continues: boolean;
  /**
   * The most open sessions of that peer of which this node keeps copies.
   * @default 1000
   */
  'max-sessions': number;
  /**
   * How many messages of agents of this node may wait for that peer, and how many of one agent may be
   * refused that it has not acknowledged. Beyond it, send is refused with backlog-full.
   * @default 100000
   * Unit: messages.
   */
  'max-backlog': number;
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

/** The domain of this node, and its peers. */
export type YangentPeers_Peers_InUse = {
  /** The domain of this node. To peers, its agent noc is noc@DOMAIN. */
  domain: string;
  /** Further domains by which agents of this node are addressed. */
  alias?: readonly string[] & { readonly __set?: true };
  /** The peers. A user as whom a peer logs in sees that one only. */
  peer?: readonly YangentPeers_Peers_Peer_InUse[];
};

/** The peers. A user as whom a peer logs in sees that one only. */
export type YangentPeers_Peers_Peer_State = {
  /** What the node knows of the peer. */
  status?: YangentPeers_Peers_Peer_Status;
};
