/** The peers as sessions see them. */
import { RpcError } from '../../data/index.js';
import type { HomeAction, Homes, SessionPeer } from '../../sessions/index.js';
import type { NodePeer } from '../peer.js';
import type { ConfiguredPeer, Routes } from '../routes.js';

export interface PeerHomesNeeds {
  /** Returns those of running. */
  readonly routes: () => Routes;
  /** Returns the connection to a peer. @throws TypeError for one without address; the error of the peer */
  readonly reach: (peer: ConfiguredPeer) => Promise<NodePeer>;
  /** Refuses to send something to a trust domain that its configuration does not let out. @throws RpcError access-denied */
  readonly requireOut: (peer: ConfiguredPeer, action: SessionOutput, agent: string) => Promise<void>;
}

/** The operations by which something of a session leaves this node. */
export type SessionOutput = HomeAction | 'send';

export function peerHomes(o: PeerHomesNeeds): Homes {
  const shown = (peer: ConfiguredPeer | undefined): SessionPeer | undefined => peer && sessionPeer(o.routes, peer);
  return {
    get domain() {
      return o.routes().domain;
    },
    isOwn: (domain) => o.routes().isOwn(domain),
    peerOf: (domain) => shown(o.routes().peerOf(domain)),
    peer: (name) => shown(o.routes().named(name)),
    over: (domain) => shown(o.routes().peerOf(domain)),
    peerOfUser: (user) => shown(o.routes().peerOfUser(user)),
    act: async (name, as, action, signal) => {
      const peer = o.routes().named(name);
      if (!peer) throw unreachable(`there is no peer "${name}" any more`);
      if (peer.value.address === undefined) throw unreachable(`peer "${name}" has no address`);
      await o.requireOut(peer, action.name, as);
      const node = await o.reach(peer);
      return node.actIn(action, { signal });
    },
  };
}

function unreachable(message: string): RpcError {
  return new RpcError({ type: 'transport', tag: 'operation-failed', message });
}

/** @param routes returns those of running: a domain may be routed over another peer later */
export function sessionPeer(routes: () => Routes, { value, owner }: ConfiguredPeer): SessionPeer {
  const { name, relay, continues, 'max-sessions': maxSessions, 'max-backlog': maxBacklog } = value;
  return {
    ...{ name, owner, relay, continues, maxSessions, maxBacklog },
    speaksFor: (domain) => routes().peerOf(domain)?.value.name === name,
  };
}
