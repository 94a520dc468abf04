/**
 * Migrates token issuers: in earlier versions tokens named local users; now each issuer has a leaf for that. Existing issuers
 * keep their behaviour.
 */
import type { Kysely } from 'kysely';
import { isObject } from '../data/index.js';
import type { Database } from '../store/index.js';
import { rewriteStored } from './rewrite-stored.js';

const ACCESS = 'yangent-access:access';
const ISSUERS = 'token-issuer';
const OPERATION = 'ietf-netconf:operation';

/** Operations that create a whole entry. An edit inside an existing entry finds the leaf there. */
const PUTTING: readonly unknown[] = ['create', 'merge', 'replace'];

/** Sets `members local` on each issuer in the datastores. */
export async function keepIssuersLocal(sql: Kysely<Database>): Promise<void> {
  await rewriteStored(sql, (text, outside) => {
    if (!text.includes(ISSUERS)) return undefined;
    const document = membersOf(JSON.parse(text));
    const access = membersOf(document[ACCESS]);
    const issuers: unknown = access[ISSUERS];
    if (!Array.isArray(issuers)) return undefined;
    const above = operationOf(access, operationOf(document, outside));
    const local = issuers.map((entry: unknown) => {
      const issuer = membersOf(entry);
      return PUTTING.includes(operationOf(issuer, above)) ? { ...issuer, members: 'local' } : issuer;
    });
    return JSON.stringify({ ...document, [ACCESS]: { ...access, [ISSUERS]: local } });
  });
}

function operationOf(node: Record<string, unknown>, outside: unknown): unknown {
  return membersOf(node['@'])[OPERATION] ?? outside;
}

function membersOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}
