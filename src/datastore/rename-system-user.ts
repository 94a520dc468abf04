/** The name `system` became the node's own: a user of an earlier version who has it is called otherwise from now on. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/index.js';
import { rewriteStored } from './rewrite-stored.js';

/** As the migration of the access room calls that user. */
const NAMES = { before: 'system', after: 'former-system' } as const;

/** Where user names stand in running: the schema path of the leaf or leaf-list. `nacm:user-name` has its own module's name. */
const PLACES: readonly (readonly string[])[] = [
  ['yangent-access:access', 'user', 'name'],
  ['yangent-access:access', 'client-certificate', 'user'],
  ['yangent-agents:agents', 'agent', 'owner'],
  ['ietf-netconf-acm:nacm', 'groups', 'group', 'user-name'],
];

/** Renames the user in all that is stored of the datastores. */
export async function renameSystemUser(sql: Kysely<Database>): Promise<void> {
  await rewriteStored(sql, renamedIn);
}

/** The document with the user renamed; undefined where nothing is to be changed. */
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
  // Members of another module than their parent's have its name before them.
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
