/**
 * netconf-capability-change (RFC 6470 §2.2). The capabilities of a node are fixed when it starts, so a change is a difference to
 * the start before. No earlier session exists then; the notification is for readers of the event log.
 */
import type { EventLog } from '../../events/index.js';
import type { Migration, Store } from '../../store/index.js';

export interface ServerCapabilityTable {
  capability: string;
}

declare module '../../store/database.js' {
  interface Database {
    server_capability: ServerCapabilityTable;
  }
}

export const serverMigrations: readonly Migration[] = [
  {
    room: 'server',
    number: 1,
    name: 'capabilities announced',
    up: async (sql) => {
      await sql.schema
        .createTable('server_capability')
        .addColumn('capability', 'text', (column) => column.primaryKey())
        .execute();
    },
  },
];

/** Stores the capabilities, and logs an event with their differences to the start before. */
export async function noteCapabilities(store: Store, events: EventLog, now: readonly string[]): Promise<void> {
  const rows = await store.reads.selectFrom('server_capability').select('capability').execute();
  const before = rows.map(({ capability }) => capability);
  const change = difference(before, now);
  if (before.length > 0 && !change) return;
  await store.transact(async (tx) => {
    await tx.sql.deleteFrom('server_capability').execute();
    for (const capability of new Set(now)) {
      await tx.sql.insertInto('server_capability').values({ capability }).execute();
    }
    if (before.length === 0 || !change) return;
    await events.append(tx, {
      name: 'ietf-netconf-notifications:netconf-capability-change',
      value: { 'changed-by': { server: [null] }, ...change },
    });
  });
}

/** Returns the members of the notification; undefined without differences. A capability with other parameters is modified. */
function difference(before: readonly string[], now: readonly string[]): Record<string, readonly string[]> | undefined {
  const known = new Set(before);
  const knownNames = new Set(before.map(withoutParameters));
  const presentNames = new Set(now.map(withoutParameters));
  const added = now.filter((each) => !knownNames.has(withoutParameters(each)));
  const deleted = before.filter((each) => !presentNames.has(withoutParameters(each)));
  const modified = now.filter((each) => !known.has(each) && knownNames.has(withoutParameters(each)));
  if (added.length === 0 && deleted.length === 0 && modified.length === 0) return undefined;
  return {
    ...(added.length > 0 ? { 'added-capability': added } : {}),
    ...(deleted.length > 0 ? { 'deleted-capability': deleted } : {}),
    ...(modified.length > 0 ? { 'modified-capability': modified } : {}),
  };
}

function withoutParameters(capability: string): string {
  return capability.split('?', 1)[0] ?? capability;
}
