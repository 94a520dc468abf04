import { type RestconfClient, RestconfError, restconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { explainFault } from './faults.js';
import { findTarget, type Target, type TargetFlags } from './target.js';

/**
 * Runs `work` with a client of the node that the options name, which is closed again whatever happens.
 * @throws UsageError when no node can be named, ConnectionFault when it cannot be asked, RpcError with what it refused
 */
export async function withNode<T>(
  flags: TargetFlags,
  work: (node: RestconfClient, target: Target) => Promise<T>,
): Promise<T> {
  const target = findTarget(flags);
  const node = client(target);
  try {
    return await work(node, target);
  } catch (error) {
    throw explainFault(error, target);
  } finally {
    node.close();
  }
}

function client({ url, user, password, ca }: Target): RestconfClient {
  try {
    return restconfClient({ url, username: user, password, ca });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

const NOT_FOUND = 404;

/** The value of the resource; undefined when the node has none there that the user may see. */
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
