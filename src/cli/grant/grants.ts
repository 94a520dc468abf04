/** Reads grants of a node. */
import type { RestconfClient } from '../../clients/index.js';
import { isObject } from '../../data/index.js';
import type { Data } from '../../generated/index.js';
import { UsageError } from '../../node/index.js';
import { entriesAt } from '../remote/index.js';

export type Grant = NonNullable<NonNullable<Data['yangent-access:grants']>['grant']>[number];

const GRANTS = '/yangent-access:grants/grant';

/** Returns the grants that the user has given or got, the oldest first. */
export async function allGrants(node: RestconfClient): Promise<readonly Grant[]> {
  return [...(await grantsAt(node, GRANTS))].sort((a, b) => a.given.localeCompare(b.given));
}

/** @throws UsageError when there is none, or the user may not see it */
export async function readGrant(node: RestconfClient, id: string): Promise<Grant> {
  const [grant] = await grantsAt(node, `${GRANTS}=${encodeURIComponent(id)}`);
  if (grant) return grant;
  throw new UsageError(`there is no grant ${id} that this user may see; "yangent grant list" tells which there are`);
}

/** Returns when the grant ends, or that it was revoked. */
export function untilOf({ expires, revoked }: Grant): string {
  return revoked === undefined ? expires : `revoked ${revoked}`;
}

async function grantsAt(node: RestconfClient, path: string): Promise<readonly Grant[]> {
  return (await entriesAt(node, path, 'yangent-access:grant')).filter(isGrant);
}

/** Checks the members that every grant has; the node has made the others by the model. */
function isGrant(value: unknown): value is Grant {
  return isObject(value) && ['id', 'given', 'expires'].every((name) => typeof value[name] === 'string');
}
