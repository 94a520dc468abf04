/** Reads users of a node. */
import type { RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { didYouMean } from '../../yang/index.js';
import { readAccess, type User } from '../remote/index.js';

/** @throws UsageError when there is none in the configuration, or the asking user may not see it */
export async function userNamed(node: RestconfClient, name: string): Promise<User> {
  const [user] = await readAccess(node, 'user', name);
  if (user) return user;
  const names = (await readAccess(node, 'user')).map((each) => each.name);
  throw new UsageError(
    `the configuration has no user "${name}"${didYouMean(name, names)}; "yangent user list" shows those it has`,
  );
}

/** Returns the groups of a user in words. */
export function groupsText({ group = [] }: User): string {
  return group.length === 0 ? 'no group' : `${group.length === 1 ? 'group' : 'groups'} ${group.join(', ')}`;
}

/** Returns by which methods a user logs in, as far as the entry of the user says it. */
export function methodsOf({ password, 'authorized-key': keys = [], 'login-requires': both = [] }: User): string {
  const methods = [
    ...(password === undefined ? [] : ['password']),
    ...(keys.length === 0 ? [] : [keys.length === 1 ? '1 SSH key' : `${keys.length} SSH keys`]),
  ];
  return both.length === 0 ? methods.join(', ') : `${methods.join(', ')}; needs ${both.join(' or ')}`;
}
