/** Reads trust domains of a node. */
import type { RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { readAccess, type TrustDomain } from '../remote/index.js';

/** Returns one trust domain. @throws RpcError data-missing */
export async function domainOf(node: RestconfClient, name: string): Promise<TrustDomain> {
  const [domain] = await readAccess(node, 'trust-domain', name);
  if (domain) return domain;
  throw new RpcError({
    type: 'application',
    tag: 'data-missing',
    message: `there is no trust domain ${name} that you may see; "yangent trust list" shows those there are`,
  });
}

/** Returns how many callers of a domain were refused since the start of the node. */
export function refusedOf({ refused = [] }: TrustDomain): number {
  return refused.reduce((sum, { count }) => sum + Number(count), 0);
}

/** Returns the state in words. A domain to which the node only sends needs no permit. */
export function stateOf({ enabled, permit = [], send = [] }: TrustDomain): string {
  if (enabled === false) return 'suspended';
  if (permit.length > 0) return 'in force';
  return send.length > 0 ? 'only sent to' : 'without permit';
}
