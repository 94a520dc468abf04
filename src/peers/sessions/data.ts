/** The data of peers that messages of sessions name as ID@DOMAIN: read over the peer of that domain, as the login there. */
import type { BulkClient } from '../../clients/index.js';
import type { DataAbroad, DataSource } from '../../contexts/index.js';
import { RpcError } from '../../data/index.js';
import { fetched } from '../data.js';
import { patiently } from '../patience.js';
import type { ConfiguredPeer, Routes } from '../routes.js';

export interface PeerBytesNeeds {
  /** Returns those of running. */
  readonly routes: () => Routes;
  /** Returns the connection for bytes to a peer. @throws TypeError for a peer without an address for bytes */
  readonly bulk: (peer: ConfiguredPeer) => Promise<BulkClient>;
  /** Milliseconds without progress for which a transfer is tried. */
  readonly patience: number;
}

/** Milliseconds for which a peer is asked for the state of data. */
const LOOK = 5_000;

export function peerBytes(o: PeerBytesNeeds): DataAbroad {
  return {
    domainOf: (id) => o.routes().partsOf(id)?.domain,
    source: (id) => {
      const parts = o.routes().partsOf(id);
      const peer = parts && o.routes().peerOf(parts.domain);
      return peer && sourceAt(o, peer, parts.id);
    },
  };
}

function sourceAt(o: PeerBytesNeeds, peer: ConfiguredPeer, id: string): DataSource {
  const { name } = peer.value;
  return {
    owner: peer.owner,
    agent: `${name}@${o.routes().domain ?? ''}`,
    look: async (signal) => {
      try {
        const bulk = await o.bulk(peer);
        return await patiently(LOOK, signal, () => bulk.state(id, { signal }));
      } catch (error) {
        throw signal.aborted ? signal.reason : unreachable(name, id, error);
      }
    },
    read: async function* (start, signal) {
      yield* fetched(await o.bulk(peer), id, { start, patience: o.patience, signal });
    },
  };
}

function unreachable(peer: string, id: string, cause: unknown): RpcError {
  const message = `peer "${peer}", which has data "${id}", does not give them now: try again later`;
  return new RpcError({ type: 'application', tag: 'operation-failed', appTag: 'home-unreachable', message }, [], {
    cause,
  });
}
