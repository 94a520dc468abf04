/** The name `system` became the node's own: a user of an earlier version who has it is called otherwise from now on. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/index.js';

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
  const snapshots = await sql.selectFrom('datastore_snapshot').select(['datastore', 'content']).execute();
  for (const { datastore, content } of snapshots) {
    const renamed = renamedIn(content);
    if (renamed !== undefined)
      await sql
        .updateTable('datastore_snapshot')
        .set({ content: renamed })
        .where('datastore', '=', datastore)
        .execute();
  }
  const changes = await sql.selectFrom('datastore_change').select(['version', 'edit']).execute();
  for (const { version, edit } of changes) {
    const renamed = renamedIn(edit);
    if (renamed !== undefined)
      await sql.updateTable('datastore_change').set({ edit: renamed }).where('version', '=', version).execute();
  }
  const points = await sql.selectFrom('datastore_restore_point').select(['id', 'edit']).execute();
  for (const { id, edit } of points) {
    const renamed = renamedIn(edit);
    if (renamed !== undefined)
      await sql.updateTable('datastore_restore_point').set({ edit: renamed }).where('id', '=', id).execute();
  }
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
