/** A database of an earlier version, in which the subject of each configured issuer was the local user of that name. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { datastoreMigrations } from '../../src/datastore/index.js';
import { openStore } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const at = '2026-01-01T00:00:00Z';
const access = (more: unknown, operation?: string) => ({
  'yangent-access:access': {
    'token-issuer': [more],
    ...(operation && { '@': { 'ietf-netconf:operation': operation } }),
  },
});
const issuer = { issuer: 'https://issuer.example', audience: ['yangent'], jwks: '{}' };
const local = { ...issuer, members: 'local' };
const as = (operation: string) => ({ '@': { 'ietf-netconf:operation': operation } });

it('issuers that stand in what is stored have local members', async () => {
  const file = join(temporaryFolder(), 'yangent.db');
  const old = await openStore({ file, migrations: datastoreMigrations.slice(0, 5) });
  await old.transact(async ({ sql }) => {
    const content = JSON.stringify(access(issuer));
    const snapshot = { version: 1, at, datastore: 'running', content_id: 'x', content };
    await sql.insertInto('datastore_snapshot').values(snapshot).execute();
    const edits = [
      access(issuer),
      access({ ...issuer, ...as('create') }),
      access(issuer, 'create'),
      access({ issuer: issuer.issuer, ...as('delete') }),
    ];
    for (const [n, edit] of edits.entries())
      await sql
        .insertInto('datastore_change')
        .values({ version: n + 2, at, edit: JSON.stringify(edit) })
        .execute();
    const back = { id: 1, at, edit: JSON.stringify(access(issuer, 'create')) };
    await sql.insertInto('datastore_restore_point').values(back).execute();
  });
  await old.close();

  const store = await openStore({ file, migrations: datastoreMigrations.slice(0, 6) });
  const { reads } = store;
  const { content } = await reads.selectFrom('datastore_snapshot').select('content').executeTakeFirstOrThrow();
  expect(JSON.parse(content)).toEqual(access(local));
  const changes = await reads.selectFrom('datastore_change').select('edit').orderBy('version').execute();
  expect(changes.map(({ edit }) => JSON.parse(edit))).toEqual([
    access(issuer),
    access({ ...local, ...as('create') }),
    access(local, 'create'),
    access({ issuer: issuer.issuer, ...as('delete') }),
  ]);
  const { edit } = await reads.selectFrom('datastore_restore_point').select('edit').executeTakeFirstOrThrow();
  expect(JSON.parse(edit)).toEqual(access(local, 'create'));
  await store.close();
});
