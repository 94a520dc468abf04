/** Where a node has its trust domains. */
import { keyed, type RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { entries, type Members, membersOf, valueAt } from '../remote/index.js';

const ACCESS = '/yangent-access:access';

/** Returns the trust domains of the node. */
export async function domainsOf(node: RestconfClient): Promise<readonly Members[]> {
  return entries(membersOf(await valueAt(node, `${ACCESS}/trust-domain`)), 'yangent-access:trust-domain');
}

/** Returns one trust domain. @throws RpcError data-missing */
export async function domainOf(node: RestconfClient, name: string): Promise<Members> {
  const [domain] = entries(membersOf(await valueAt(node, pathOf(name))), 'yangent-access:trust-domain');
  if (domain) return domain;
  throw new RpcError({
    type: 'application',
    tag: 'data-missing',
    message: `there is no trust domain ${name} that you may see; "yangent trust list" shows those there are`,
  });
}

export function pathOf(name: string): string {
  return `${ACCESS}/${keyed('trust-domain', name)}`;
}

/** Returns how many callers of a domain were refused since the start of the node. */
export function refusedOf(domain: Members): number {
  return entries(domain, 'refused').reduce((sum, { count }) => sum + Number(count), 0);
}

export function stateOf({ enabled, permit }: Members): string {
  if (enabled === false) return 'suspended';
  return Array.isArray(permit) && permit.length > 0 ? 'in force' : 'without permit';
}
