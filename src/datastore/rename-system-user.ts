/** Renames a user `system` of an earlier version: that name is now reserved for the node. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/index.js';
import { rewriteStored } from './rewrite-stored.js';

/** The names before and after; the migration of the access room uses the same. */
const NAMES = { before: 'system', after: 'former-system' } as const;

/** Schema paths of the leaves and leaf-lists in running that hold user names, without the prefix of nested modules. */
const PLACES: readonly (readonly string[])[] = [
  ['yangent-access:access', 'user', 'name'],
  ['yangent-access:access', 'client-certificate', 'user'],
  ['yangent-agents:agents', 'agent', 'owner'],
  ['ietf-netconf-acm:nacm', 'groups', 'group', 'user-name'],
];

/** Renames the user in all stored datastores. */
export async function renameSystemUser(sql: Kysely<Database>): Promise<void> {
  await rewriteStored(sql, renamedIn);
}

/** Returns the document with the user renamed; undefined when nothing changes. */
function renamedIn(text: string): string | undefined {
  if (!text.includes(JSON.stringify(NAMES.before))) return undefined;
  const document: unknown = JSON.parse(text);
  for (const path of PLACES) rename(document, path);
  return JSON.stringify(document);
}

function rename(node: unknown, [name, ...below]: readonly string[]): void {
  if (Array.isArray(node)) {
    for (const entry of node) rename(entry, name === undefined ? [] : [name, ...below]);
    return;
  }
  if (typeof node !== 'object' || node === null || name === undefined) return;
  // A member has its module's name before it when its parent is of another module.
  const member = Object.keys(node).find((each) => each === name || each.endsWith(`:${name}`));
  const value: unknown = member === undefined ? undefined : Reflect.get(node, member);
  if (member === undefined) return;
  if (below.length > 0) rename(value, below);
  else if (value === NAMES.before) Reflect.set(node, member, NAMES.after);
  else if (Array.isArray(value))
    Reflect.set(
      node,
      member,
      value.map((each: unknown) => (each === NAMES.before ? NAMES.after : each)),
    );
}
