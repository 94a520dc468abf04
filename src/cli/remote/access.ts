/** Entries of the lists in /yangent-access:access, as the replies of a node have them. */
import { keyed, type RestconfClient, type YangEdit } from '../../clients/index.js';
import type { Data } from '../../generated/index.js';
import { entriesAt } from './with-node.js';

type Lists = Required<NonNullable<Data['yangent-access:access']>>;
type ListName = 'user' | 'trust-domain' | 'approval-rule';
type Entry<N extends ListName> = Lists[N][number];
export type User = Entry<'user'>;
export type TrustDomain = Entry<'trust-domain'>;
export type ApprovalRule = Entry<'approval-rule'>;

/** Returns the api-path of an entry, or of the list. */
export function accessPath(list: ListName, name?: string): string {
  return `/yangent-access:access/${name === undefined ? list : keyed(list, name)}`;
}

/** Returns the entry of that name; all entries without a name. Those that the user may not see are missing. */
export async function readAccess<N extends ListName>(
  node: RestconfClient,
  list: N,
  name?: string,
): Promise<readonly Entry<N>[]> {
  const found = await entriesAt(node, accessPath(list, name), `yangent-access:${list}`);
  return found.filter(isNamed<Entry<N>>);
}

/** Checks the key that every entry has; the node has made the other members by the model. */
function isNamed<T extends { readonly name: string }>(value: unknown): value is T {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/**
 * Merges into an entry, and never makes it: one that was removed meanwhile stays removed (RFC 8040 §4.6.1).
 * @throws RestconfError 404 when it is not there any more
 */
export async function mergeEntry<N extends ListName>(node: RestconfClient, list: N, entry: Entry<N>): Promise<void> {
  await node.patch(accessPath(list, entry.name), { [`yangent-access:${list}`]: [entry] });
}

/** Returns the edit that makes an entry as a whole, checked against the model. */
export function accessEdit<N extends ListName>(operation: 'create' | 'replace', list: N, entry: Entry<N>): YangEdit {
  return { operation, target: accessPath(list, entry.name), value: { [`yangent-access:${list}`]: [entry] } };
}
