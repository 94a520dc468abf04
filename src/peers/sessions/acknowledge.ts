/** Acknowledges what copies of sessions have. A home that was restored from a backup does not have it: such copies are told apart. */
import type { RpcError } from '../../data/index.js';
import type { Rpcs } from '../../generated/index.js';
import type { NodePeer } from '../peer.js';
import type { LinkOptions } from './link.js';
import { isRefusal } from './outcome.js';

type Positions = Rpcs['yangent-sessions:acknowledge']['input']['position'];

/** Acknowledges all positions. Where the peer lacks one of them, it takes the others. @returns the sessions that it has so far */
export async function acknowledge(o: LinkOptions, node: NodePeer, positions: Positions): Promise<readonly string[]> {
  const missing = await refusalOf(node.acknowledgeAll(positions, { signal: o.signal }));
  if (!missing) return positions.map(({ session }) => session);
  const [first, ...more] = positions;
  if (first && more.length === 0) {
    await o.copies.outrun(o.peer.name, first.session, missing);
    return [];
  }
  const had: string[] = [];
  for (const position of positions) had.push(...(await acknowledge(o, node, [position])));
  return had;
}

/** Returns the error of a peer that lacks a message or a session; undefined for one that has all. @throws other errors */
async function refusalOf(asked: Promise<void>): Promise<RpcError | undefined> {
  try {
    await asked;
    return undefined;
  } catch (error) {
    if (isRefusal(error) && error.tag === 'data-missing') return error;
    throw error;
  }
}
