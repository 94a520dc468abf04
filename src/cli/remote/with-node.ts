import { type RestconfClient, RestconfError, restconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { connectPeer, type Peer } from '../../peers/index.js';
import { explainFault } from './faults.js';
import { requireListening } from './listening.js';
import { entries, type Members, membersOf } from './members.js';
import { findTarget, NoCredentials, type Target, type TargetFlags } from './target.js';

/**
 * Runs `work` with a client of the node that the options select; always closes the client.
 * @throws UsageError when no node is found, ConnectionFault when it is not reachable, RpcError when it refuses
 */
export async function withNode<T>(
  flags: TargetFlags,
  work: (node: RestconfClient, target: Target) => Promise<T>,
): Promise<T> {
  return withTarget(flags, async (target) => {
    const { user: username, ...others } = target;
    const node = restconfClient({ ...others, username });
    try {
      return await work(node, target);
    } finally {
      node.close();
    }
  });
}

/** Runs `work` with a peer, for tasks. @param as the agent in whose name it acts */
export async function withPeer<T>(
  flags: TargetFlags,
  as: string | undefined,
  work: (peer: Peer) => Promise<T>,
): Promise<T> {
  return withTarget(flags, async (target) => {
    const peer = await connectPeer({ ...target, as });
    try {
      return await work(peer);
    } finally {
      await peer.close();
    }
  });
}

async function withTarget<T>(flags: TargetFlags, work: (target: Target) => Promise<T>): Promise<T> {
  const target = await reachable(flags);
  try {
    return await work(target);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : explainFault(error, target);
  }
}

/** Like `findTarget`; a node that is not there is told before credentials are asked for. */
async function reachable(flags: TargetFlags): Promise<Target> {
  try {
    return findTarget(flags);
  } catch (error) {
    if (error instanceof NoCredentials) await requireListening(error.url);
    throw error;
  }
}

const NOT_FOUND = 404;

/** Returns the value of the resource; undefined when there is none, or the user may not see it. */
export async function valueAt(
  node: RestconfClient,
  path: string,
  query?: Readonly<Record<string, string>>,
): Promise<unknown> {
  try {
    return (await node.get(path, { query })).value;
  } catch (error) {
    if (error instanceof RestconfError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

/** Returns the entries of the list at that path; none when there are none, or the user may not see them. @param list `module:list` */
export async function entriesAt(node: RestconfClient, path: string, list: string): Promise<readonly Members[]> {
  return entries(membersOf(await valueAt(node, path)), list);
}
