/** A database of an earlier version in which a user is called `system`, as the node itself is now. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accessMigrations } from '../../src/access/index.js';
import { datastoreMigrations } from '../../src/datastore/index.js';
import { openStore } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const before = [...datastoreMigrations.slice(0, 3), ...accessMigrations.slice(0, 1)];
const now = [...datastoreMigrations.slice(0, 4), ...accessMigrations.slice(0, 2)];

const running = (user: string) => ({
  'yangent-access:access': { user: [{ name: user, group: ['system'] }] },
  'yangent-agents:agents': { agent: [{ id: 'system', owner: ['nina', user], domain: 'system' }] },
  'ietf-netconf-acm:nacm': { groups: { group: [{ name: 'system', 'user-name': [user] }] } },
});

it('the user is renamed, with the keys and in configuration, and nothing else is', async () => {
  const file = join(temporaryFolder(), 'yangent.db');
  const old = await openStore({ file, migrations: before });
  await old.transact(async ({ sql }) => {
    await sql
      .insertInto('access_user')
      .values({ name: 'system', password: 'hash', groups: '["operator"]', created: '2026-01-01T00:00:00Z' })
      .execute();
    await sql
      .insertInto('access_key')
      .values({ user: 'system', blob: Buffer.from('key'), comment: 'c' })
      .execute();
    const row = { version: 1, at: '2026-01-01T00:00:00Z' };
    const content = JSON.stringify(running('system'));
    await sql
      .insertInto('datastore_snapshot')
      .values({ ...row, datastore: 'running', content_id: 'x', content })
      .execute();
    await sql
      .insertInto('datastore_change')
      .values({ ...row, version: 2, edit: content })
      .execute();
  });
  await old.close();

  const store = await openStore({ file, migrations: now });
  const { reads } = store;
  expect(await reads.selectFrom('access_user').select(['name', 'password', 'groups']).execute()).toEqual([
    { name: 'former-system', password: 'hash', groups: '["operator"]' },
  ]);
  expect(await reads.selectFrom('access_key').select(['user', 'comment']).execute()).toEqual([
    { user: 'former-system', comment: 'c' },
  ]);
  const { content } = await reads.selectFrom('datastore_snapshot').select('content').executeTakeFirstOrThrow();
  const { edit } = await reads.selectFrom('datastore_change').select('edit').executeTakeFirstOrThrow();
  expect([JSON.parse(content), JSON.parse(edit)]).toEqual([running('former-system'), running('former-system')]);
  await store.close();
});
