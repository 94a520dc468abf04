/** Reads grants of a node. */
import type { RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { entries, type Members, membersOf, text, valueAt } from '../remote/index.js';

const GRANTS = '/yangent-access:grants/grant';

/** Returns the grants that the user has given or got, the oldest first. */
export async function allGrants(node: RestconfClient): Promise<readonly Members[]> {
  const grants = entries(membersOf(await valueAt(node, GRANTS)), 'yangent-access:grant');
  return [...grants].sort((a, b) => (text(a, 'given') ?? '').localeCompare(text(b, 'given') ?? ''));
}

/** @throws UsageError when there is none, or the user may not see it */
export async function readGrant(node: RestconfClient, id: string): Promise<Members> {
  const value = await valueAt(node, `${GRANTS}=${encodeURIComponent(id)}`);
  const [grant] = entries(membersOf(value), 'yangent-access:grant');
  if (grant) return grant;
  throw new UsageError(`there is no grant ${id} that this user may see; "yangent grant list" tells which there are`);
}

/** Returns when the grant ends, or that it was revoked. */
export function untilOf(grant: Members): string {
  const revoked = text(grant, 'revoked');
  return revoked === undefined ? (text(grant, 'expires') ?? '') : `revoked ${revoked}`;
}
