import { OPERATOR_GROUP } from '../../access/index.js';
import type { Agents } from '../../agents/index.js';
import { dateAndTime } from '../../data/rfc7951/date-and-time.js';
import { int64 } from '../../data/rfc7951/int64.js';
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { YangentPeersProvider } from '../../generated/providers.js';
import type { YangentPeers_Peers_Peer_Status } from '../../generated/yangent-peers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { PeerAgents } from '../foreign.js';
import { type ResolveNeeds, resolve } from '../resolve.js';
import { Routes } from '../routes.js';
import type { Traffics } from '../sessions/traffic.js';
import type { PeerStatus, PeerStatuses } from '../status.js';

export interface PeersNeeds extends ResolveNeeds {
  readonly statuses: Pick<PeerStatuses, 'of'>;
  readonly traffic: Pick<Traffics, 'of'>;
  readonly agents: Pick<PeerAgents, 'requireRoutes'>;
  /** Connects to a configured peer, and logs in. Never rejects. */
  readonly check: (name: string, signal: AbortSignal) => Promise<PeerStatus>;
  /** Takes identifiers of agents that are gone from their rows, since agents of peers get them. */
  readonly giveAway: Agents['giveAway'];
  /** Acts on changed routes. */
  readonly rerouted: (changed: readonly string[]) => Promise<void>;
}

/** Implements `yangent-peers`. */
export function peersProvider(o: PeersNeeds): AnyProvider {
  return provide<YangentPeersProvider>({
    module: 'yangent-peers',
    rpcs: { resolve: (input, call) => resolve(o, input, call) },
    actions: {
      '/yangent-peers:peers/peer/check': async (_, call) => {
        const { name } = call.keys;
        if (o.routes().named(name)) return statusValue(await o.check(name, call.signal));
        return call.fail({ tag: 'data-missing', message: `there is no peer "${name}"` });
      },
    },
    state: {
      '/yangent-peers:peers/peer/status': async ({ keys: { name }, groups }) => {
        const { received, sent } = o.traffic.of(name);
        const traffic = { received: int64(received), sent: int64(sent) };
        const { error, ...shown } = { ...statusValue(o.statuses.of(name)), traffic };
        // It may quote the address, which other users do not read.
        return groups.includes(OPERATOR_GROUP) ? withoutAbsent({ ...shown, error }) : shown;
      },
    },
    config: {
      '/yangent-peers:peers/peer': {
        concerns: ({ name }, { user }) => {
          const itself = o.routes().peerOfUser(user);
          return itself === undefined || itself.value.name === name;
        },
      },
      '/yangent-peers:peers': {
        validateAll: async (changes, call) => {
          for (const { after } of changes) o.agents.requireRoutes(call, new Routes(after), after);
        },
        store: async (changes, _, tx) => {
          for (const { before, after } of changes) {
            const [old, now] = [new Routes(before), new Routes(after)];
            await o.giveAway(tx, (id) => now.partsOf(id) !== undefined && old.partsOf(id) === undefined);
          }
        },
        apply: async ({ before, after }) => {
          const now = new Map(after?.peer?.map((peer) => [peer.name, JSON.stringify(peer)]));
          const changed = (before?.peer ?? []).filter((peer) => now.get(peer.name) !== JSON.stringify(peer));
          await o.rerouted(changed.map(({ name }) => name));
        },
      },
    },
  });
}

export function statusValue({ state, since, error, latency }: PeerStatus): YangentPeers_Peers_Peer_Status {
  return withoutAbsent({ state, since: dateAndTime(since), error, latency });
}
