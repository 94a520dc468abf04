/** A database of an earlier version in which `redact` of a sharing policy could name members as well as kinds. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toValue } from '../../src/data/index.js';
import { datastoreMigrations, decodeStored, readStored } from '../../src/datastore/index.js';
import { openStore } from '../../src/store/index.js';
import { compile, directories } from '../../src/yang/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const POLICIES = 'yangent-contexts:sharing-policy';
const policy = (name: string, more: object) => ({ name, action: 'redact', ...more });

const SNAPSHOT = {
  [POLICIES]: [
    policy('kinds', { redact: ['email', 'name'] }),
    policy('both', { redact: ['serial', 'phone', 'site-id'] }),
    policy('members', { redact: ['owner'] }),
  ],
};
const EDIT = {
  [POLICIES]: [
    {
      name: 'both',
      redact: ['site-id', 'email', 'room', 'phone'],
      '@redact': [
        { 'ietf-netconf:operation': 'remove' },
        { 'ietf-netconf:operation': 'merge' },
        { 'ietf-netconf:operation': 'merge' },
        { 'ietf-netconf:operation': 'remove' },
      ],
    },
    { name: 'members', redact: ['owner'], '@redact': [{ 'ietf-netconf:operation': 'remove' }] },
  ],
};
const BACK = {
  [POLICIES]: [{ name: 'new', '@': { 'ietf-netconf:operation': 'create' }, action: 'redact', redact: ['door'] }],
};

it('names of members go to a leaf-list of their own: in snapshots, in edits and in what a roll-back restores', async () => {
  const file = join(temporaryFolder(), 'yangent.db');
  const old = await openStore({ file, migrations: datastoreMigrations.slice(0, 4) });
  const row = { version: 1, at: '2026-01-01T00:00:00Z' };
  await old.transact(async ({ sql }) => {
    await sql
      .insertInto('datastore_snapshot')
      .values({ ...row, datastore: 'running', content_id: 'x', content: JSON.stringify(SNAPSHOT) })
      .execute();
    await sql
      .insertInto('datastore_change')
      .values({ ...row, version: 2, edit: JSON.stringify(EDIT) })
      .execute();
    await sql
      .insertInto('datastore_restore_point')
      .values({ id: 1, at: row.at, edit: JSON.stringify(BACK) })
      .execute();
  });
  await old.close();

  const store = await openStore({ file, migrations: datastoreMigrations });
  const schema = compile({ sources: directories(['yang', 'yang/ietf']), implement: ['yangent-contexts'] });
  const stored = await readStored(store);
  expect(JSON.parse(stored.snapshot ?? '')).toEqual({
    [POLICIES]: [
      policy('kinds', { redact: ['email', 'name'] }),
      policy('both', { redact: ['phone'], 'redact-member': ['serial', 'site-id'] }),
      policy('members', { 'redact-member': ['owner'] }),
    ],
  });
  expect(toValue(decodeStored(schema, stored))).toEqual({
    [POLICIES]: [
      policy('kinds', { redact: ['email', 'name'] }),
      policy('both', { redact: ['email'], 'redact-member': ['room', 'serial'] }),
      policy('members', {}),
      policy('new', { 'redact-member': ['door'] }),
    ],
  });
  await store.close();
});
