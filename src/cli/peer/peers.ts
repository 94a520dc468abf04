/** Peers of a node, as its replies have them. */
import { keyed, type RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { entries, type Members, membersOf, text, texts, valueAt } from '../remote/index.js';

/** Characters of an error that are printed: all that nodes tell, which have the remedy at their end. */
export const LONGEST_ERROR = 1000;

export const PEERS = '/yangent-peers:peers';

/** Returns the api-path of a peer. */
export function peerPath(name: string): string {
  return `${PEERS}/${keyed('peer', name)}`;
}

/** Returns the domain of the node and its peers, as far as the user may see them; undefined when the node has no domain. */
export async function readPeers(
  node: RestconfClient,
): Promise<{ readonly domain: string; readonly peers: readonly Members[] } | undefined> {
  const value = membersOf(await valueAt(node, PEERS));
  const peers = membersOf(value['yangent-peers:peers']);
  const domain = text(peers, 'domain');
  return domain === undefined ? undefined : { domain, peers: entries(peers, 'peer') };
}

/** @throws RpcError data-missing */
export async function requirePeer(node: RestconfClient, name: string): Promise<Members> {
  const peer = (await readPeers(node))?.peers.find((each) => text(each, 'name') === name);
  if (peer) return peer;
  throw new RpcError({
    type: 'application',
    tag: 'data-missing',
    message: `there is no peer ${name} that you may see; "yangent peer list" shows those there are`,
  });
}

/** Returns the domains of a peer, as they are written. */
export function domainsOf(peer: Members): string {
  return texts(peer, 'domain').join(', ');
}
