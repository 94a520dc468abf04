/** The key that signs reports lies in the database sealed, also where an earlier version left it there in the clear. */
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/node/migrations.js';
import { openStore, type Store } from '../../src/store/index.js';
import { forgetSigningKey } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode } from '../support/node.js';

async function inStore<T>(data: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ file: join(data, 'yangent.db'), migrations: MIGRATIONS });
  return work(store).finally(() => store.close());
}

/** What a node with this data shows of its key, and whether a file of its database holds `secret` while it runs. */
async function shown(data: string, secret = 'PRIVATE KEY'): Promise<{ id: string; clear: boolean }> {
  const rig = await startTestNode({ data });
  const admin = new Https(rig);
  const { body } = await admin.send('GET', '/restconf/data/yangent-tasks:tasks/signing-key');
  const clear = readdirSync(data)
    .filter((name) => name.startsWith('yangent.db'))
    .some((name) => readFileSync(join(data, name)).includes(secret));
  admin.close();
  await rig.stop();
  return { id: JSON.parse(body)['yangent-tasks:signing-key']['key-id'], clear };
}

it('it is sealed from the start and stays the same', async () => {
  const data = temporaryFolder();
  const first = await shown(data);
  expect(first.clear).toBe(false);
  expect(await shown(data)).toEqual(first);
});

it('one that lay in the clear is the same one, sealed, with no copy left', async () => {
  const data = temporaryFolder();
  const { id } = await shown(data);
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await inStore(data, (store) =>
    store.transact(({ sql }) => sql.updateTable('task_signing_key').set({ private_key: privateKey }).execute()),
  );
  const secret = privateKey.split('\n')[1]!.slice(-43);
  expect(readFileSync(join(data, 'yangent.db')).includes(secret)).toBe(true);
  const sealed = await shown(data, secret);
  expect(sealed.clear).toBe(false);
  expect(sealed.id).not.toBe(id);
  expect(await shown(data, secret)).toEqual(sealed);
});

it('without its secret key a node does not start, and says what helps', async () => {
  const data = temporaryFolder();
  const { id } = await shown(data);
  renameSync(join(data, 'secret-key'), join(data, 'kept'));
  await expect(shown(data)).rejects.toThrow(
    'the key that signs reports does not open with the secret key of this node: put the secret-key of the node',
  );
  rmSync(join(data, 'secret-key'));
  renameSync(join(data, 'kept'), join(data, 'secret-key'));
  expect((await shown(data)).id).toBe(id);
  rmSync(join(data, 'secret-key'));
  expect(await inStore(data, forgetSigningKey)).toBe(true);
  expect((await shown(data)).id).not.toBe(id);
});
