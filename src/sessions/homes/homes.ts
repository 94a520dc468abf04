/** The port to other nodes with sessions; the room of peers implements it. */
import type { YangentSessionsProvider } from '../../generated/providers.js';

type Actions = YangentSessionsProvider['actions'];

/** The actions that the home of a session takes. */
export type HomeAction =
  | 'join'
  | 'decline'
  | 'invite'
  | 'leave'
  | 'remove'
  | 'set'
  | 'grant-floor'
  | 'conclude'
  | 'close';

/** The output of an action of a session. */
export type OutputOf<N extends HomeAction> = Actions[`/yangent-sessions:sessions/session/${N}`]['output'];

/** A peer, as far as sessions are concerned. */
export interface SessionPeer {
  readonly name: string;
  /** The user that owns the copies of its sessions. */
  readonly owner: string;
  /** True: what it sends is passed on to other peers. */
  readonly relay: boolean;
  /** True: it may continue sessions of this node. */
  readonly continues: boolean;
  /** The most open sessions of it of which this node keeps copies. */
  readonly maxSessions: number;
  /** The most messages that may wait for it. */
  readonly maxBacklog: number;
  /** True when agents of this domain are reached over it: of these it is believed. */
  speaksFor(domain: string): boolean;
}

export interface Homes {
  /** The domain of this node; undefined: it has none, and no sessions with other nodes. */
  readonly domain: string | undefined;
  /** True for a domain of this node. */
  isOwn(domain: string): boolean;
  /** Returns the peer over which agents and data of a domain are reached. */
  peerOf(domain: string): SessionPeer | undefined;
  /** Returns the peer of this name. */
  peer(name: string): SessionPeer | undefined;
  /** Returns the peer to which this domain is routed. */
  over(domain: string): SessionPeer | undefined;
  /** Returns the peer as which this user logs in. */
  peerOfUser(user: string): SessionPeer | undefined;
  /**
   * Invokes an action of a session at a peer, once.
   *
   * @param as the agent of this node, or of another peer, for which it is invoked, as it is called here
   * @returns the output, by the model
   * @throws RpcError as the peer answered; of type transport when it cannot be reached
   */
  act<N extends HomeAction>(peer: string, as: string, action: SessionAct<N>, signal: AbortSignal): Promise<OutputOf<N>>;
}

/** An action of a session. */
export interface SessionAct<N extends HomeAction = HomeAction> {
  readonly session: string;
  readonly name: N;
  /** RFC 7951 members of its input, with agents as they are called abroad. */
  readonly input: object;
}

/** For a node without peers. */
export const NO_HOMES: Homes = {
  domain: undefined,
  isOwn: () => false,
  peerOf: () => undefined,
  peer: () => undefined,
  over: () => undefined,
  peerOfUser: () => undefined,
  act: async () => {
    throw new TypeError('this node has no peers');
  },
};
