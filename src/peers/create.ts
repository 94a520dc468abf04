import type { Logger } from 'pino';
import { OPERATOR_GROUP } from '../access/index.js';
import type { Agents, ForeignAgents, RemoteAddress } from '../agents/index.js';
import type { DataAbroad } from '../contexts/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { YangentPeersProvider } from '../generated/providers.js';
import { type AnyProvider, configuration, notifier } from '../server/index.js';
import type { Homes, SessionCopies } from '../sessions/index.js';
import type { Store } from '../store/index.js';
import type { Speaker } from '../tasks/index.js';
import { HostAddresses, type Lookup } from './addresses.js';
import { addressOf, PeerAgents } from './foreign.js';
import { PeerIdentifiers } from './identifiers.js';
import { peersProvider, statusValue } from './northbound/provider.js';
import { Presence } from './presence.js';
import { DEFAULT_REMOTE_LIMITS, type ReachedNodes } from './remote-nodes.js';
import { type ConfiguredPeer, type PeersValue, Routes } from './routes.js';
import { peerBytes } from './sessions/data.js';
import { type PeerHomesNeeds, peerHomes, type SessionOutput } from './sessions/homes.js';
import { PeerSessions } from './sessions/peer-sessions.js';
import { Traffics } from './sessions/traffic.js';
import { type PeerOutcome, type PeerStatus, PeerStatuses } from './status.js';

export interface PeersOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly agents: Pick<Agents, 'directory' | 'states' | 'discovery' | 'giveAway'>;
  readonly running: Pick<Running, 'tree'>;
  readonly log: Logger;
  /** Connects to a node and logs in, once. @throws the error with which that failed */
  readonly greet: (address: RemoteAddress, speaker: Speaker, signal: AbortSignal) => Promise<PeerOutcome>;
  /** Asks a node where the agent with a decentralized identifier is. @throws the error with which that failed */
  readonly resolve: ReachedNodes['resolve'];
  /** Returns the connection to a node, for sessions. @throws the error of the node */
  readonly reach: ReachedNodes['reach'];
  /** Returns the connection to a node for bytes. @throws TypeError when there is none */
  readonly bulk: ReachedNodes['bulk'];
  /** Milliseconds without progress for which a transfer is tried. */
  readonly patience?: number;
  /** Refuses what a trust domain does not let out. @throws RpcError access-denied */
  readonly requireOut: (trustDomain: string, action: SessionOutput, agent: string) => Promise<void>;
  /** Returns the agent of this node whose documents have this identifier (DID), which is one that the node issues. */
  readonly issuedTo: (did: string) => string | undefined;
  /** Acts on the tasks of agents of other nodes, whose ways have changed. */
  readonly rerouted: () => Promise<void>;
  /** Returns the URL of this node; undefined for one without RESTCONF. */
  readonly own: () => string | undefined;
  /** Asks the name server. Default: the resolver of the operating system. */
  readonly lookup?: Lookup;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The room for the composition root. */
export interface Peers {
  readonly providers: readonly AnyProvider[];
  /** The agents of other nodes, for the directory. */
  readonly agents: ForeignAgents & Pick<PeerAgents, 'isUp'>;
  /** The data of peers, for the room of contexts. */
  readonly data: DataAbroad;
  /** The peers, for the room of sessions. */
  readonly homes: Homes;
  /** Takes down how a request to a peer went. */
  note(peer: string, outcome: PeerOutcome): void;
  /** Begins to receive sessions of peers, and to carry messages to them. */
  start(copies: SessionCopies): void;
  /** Ends that, and the checks under way. */
  close(): Promise<void>;
}

/** Milliseconds for a check. */
const CHECK = 10_000;

export function createPeers(o: PeersOptions): Peers {
  const { store, running, log, now = () => Date.now() } = o;
  const { directory, states, discovery } = o.agents;
  const notify = notifier<YangentPeersProvider>(o.events);
  const tell = (name: string, status: PeerStatus): void => {
    const value = { name, ...statusValue(status) };
    store
      .transact((tx) => notify(tx, 'yangent-peers:peer-changed', value, { groups: [OPERATOR_GROUP] }))
      .catch((error: unknown) => log.warn({ err: error, peer: name }, 'peers: a new state could not be announced'));
  };
  const statuses = new PeerStatuses(now, tell);
  let last: { readonly value: PeersValue | undefined; readonly routes: Routes } | undefined;
  const routes = (): Routes => {
    const value = configuration(running.tree, '/yangent-peers:peers');
    if (!last || last.value !== value) last = { value, routes: new Routes(value) };
    return last.routes;
  };
  const closed = new AbortController();
  const note = (peer: string, outcome: PeerOutcome): PeerStatus => {
    presence.used(peer);
    return statuses.note(peer, outcome);
  };
  const presence = new Presence({
    statuses,
    check: (name) => check(name, closed.signal),
    now: () => performance.now(),
  });
  const identifiers = new PeerIdentifiers({
    routes,
    now: () => performance.now(),
    ask: async (peer, did, signal) => {
      const { name } = peer.value;
      const agent = `${name}@${routes().domain ?? ''}`;
      const address = addressOf(peer, agent);
      if (!address) throw new TypeError(`peer "${name}" has no address`);
      const until = AbortSignal.any([signal, closed.signal]);
      return o.resolve(address, { agent, to: agent, task: '' }, did, until);
    },
  });
  const agents = new PeerAgents(routes, directory, presence, identifiers);
  const check = async (name: string, signal: AbortSignal): Promise<PeerStatus> => {
    const peer = routes().named(name);
    const { domain = '' } = routes();
    const agent = `${name}@${domain}`;
    const address = peer && addressOf(peer, agent);
    if (!address) return statuses.of(name);
    const until = AbortSignal.any([signal, closed.signal, AbortSignal.timeout(CHECK)]);
    const outcome = await o.greet(address, { agent, to: agent, task: '' }, until);
    // A result from another address, or for a caller that left, says nothing of the peer.
    const isSame = JSON.stringify(routes().named(name)?.value) === JSON.stringify(peer.value);
    return isSame && !signal.aborted && !closed.signal.aborted ? note(name, outcome) : statuses.of(name);
  };
  const traffic = new Traffics();
  const placeOf = (peer: ConfiguredPeer) => {
    const { name } = peer.value;
    const agent = `${name}@${routes().domain ?? ''}`;
    const address = addressOf(peer, agent);
    if (!address) throw new TypeError(`peer "${name}" has no address`);
    return [address, { agent, to: agent, task: '' }] as const;
  };
  const reach = async (peer: ConfiguredPeer) => o.reach(...placeOf(peer));
  const requireOut: PeerHomesNeeds['requireOut'] = async ({ value }, action, agent) => {
    const { 'trust-domain': trustDomain } = value;
    if (trustDomain !== undefined) await o.requireOut(trustDomain, action, agent);
  };
  const links = { routes, reach, requireOut };
  const sessions = new PeerSessions({ ...links, traffic, log, note: (peer, outcome) => void note(peer, outcome) });
  return {
    agents,
    homes: peerHomes(links),
    data: peerBytes({
      routes,
      bulk: async (peer) => o.bulk(...placeOf(peer)),
      patience: o.patience ?? DEFAULT_REMOTE_LIMITS.patience,
    }),
    note: (peer, outcome) => void note(peer, outcome),
    start: (copies) => sessions.start(copies),
    close: async () => {
      closed.abort(new Error('the node is stopping'));
      await sessions.stop();
    },
    providers: [
      peersProvider({
        ...{ routes, directory, presence, agents, check },
        ...{ statuses, traffic },
        ...{ states, discovery },
        giveAway: o.agents.giveAway,
        issuedTo: o.issuedTo,
        hosts: new HostAddresses(o.lookup),
        own: o.own,
        rerouted: async (changed) => {
          for (const peer of changed) {
            statuses.forget(peer);
            presence.forget(peer);
          }
          sessions.renew();
          await o.rerouted();
        },
      }),
    ],
  };
}
