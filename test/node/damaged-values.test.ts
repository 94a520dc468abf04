/** A database that SQLite finds sound, with a value that no node has written. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/node/migrations.js';
import { openStore } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode } from '../support/node.js';

it('a start that fails over such a value says where it is, also after a clean end', async () => {
  const data = temporaryFolder();
  const rig = await startTestNode({ data });
  const agents = ['noc', 'meter'].map((id) => ({
    id,
    owner: ['admin'],
    profile: { name: id, description: 'd', version: '1.0.0', provider: 'p' },
  }));
  await rig.node.edit({ 'yangent-agents:agents': { agent: agents } });
  await rig.node.invoke(
    'yangent-tasks:assign',
    { from: 'noc', to: 'meter', objective: 'x', async: true },
    { user: 'admin' },
  );
  await rig.node.close();

  const store = await openStore({ file: join(data, 'yangent.db'), migrations: MIGRATIONS });
  await store.transact((tx) => tx.query('update task set id = cast(id as blob)', []));
  await store.close();
  await expect(startTestNode({ data })).rejects.toThrow(/is damaged: row 1 of table task has no text in its column id/);
});
