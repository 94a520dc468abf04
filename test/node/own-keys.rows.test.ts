/** The private keys of a node lie in its database sealed; those that an earlier version left in clear are moved in. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forgetAuditKeys } from '../../src/audit/index.js';
import { forgetKeys, hostKeyOf, makeKeyPair, PURPOSES, selfSigned } from '../../src/keys/index.js';
import { MIGRATIONS } from '../../src/node/migrations.js';
import { openStore, type Store } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode } from '../support/node.js';

async function inStore<T>(data: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ file: join(data, 'yangent.db'), migrations: MIGRATIONS });
  return work(store).finally(() => store.close());
}

/** Returns the fingerprints that a node with this data shows, and whether a file of its database holds `secret` while it runs. */
async function shown(data: string, secret = 'PRIVATE KEY'): Promise<{ keys: readonly string[]; clear: boolean }> {
  const rig = await startTestNode({ data });
  const admin = new Https(rig);
  const { body } = await admin.send('GET', '/restconf/data/yangent-keys:keys/active');
  const { body: signing } = await admin.send('GET', '/restconf/data/yangent-tasks:tasks/signing-key');
  const clear = readdirSync(data)
    .filter((name) => name.startsWith('yangent.db'))
    .some((name) => readFileSync(join(data, name)).includes(secret));
  const active = JSON.parse(body)['yangent-keys:active'] as readonly { fingerprint: string; purpose: string }[];
  const keys = active.map(({ fingerprint }) => fingerprint);
  expect(active.map(({ purpose }) => purpose)).toEqual(PURPOSES);
  expect([
    rig.node.ready.netconf?.hostKeyFingerprint,
    JSON.parse(signing)['yangent-tasks:signing-key']['key-id'],
  ]).toEqual(keys.slice(1, 3));
  admin.close();
  await rig.stop();
  return { keys, clear };
}

it('they are sealed from the start and stay the same', async () => {
  const data = temporaryFolder();
  const first = await shown(data);
  expect(first.clear).toBe(false);
  expect(await shown(data)).toEqual(first);
  expect(readdirSync(data).filter((name) => /-key(\.pem)?$/.test(name))).toEqual(['secret-key']);
});

it('a key for reports that lay in clear is the same one, sealed, with no copy left', async () => {
  const data = temporaryFolder();
  const { keys } = await shown(data);
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await inStore(data, (store) =>
    store.transact(({ sql }) =>
      sql.insertInto('task_signing_key').values({ id: 1, private_key: privateKey }).execute(),
    ),
  );
  const secret = privateKey.split('\n')[1]!.slice(-43);
  expect(readFileSync(join(data, 'yangent.db')).includes(secret)).toBe(true);
  const sealed = await shown(data, secret);
  expect(sealed.clear).toBe(false);
  expect(sealed.keys[2]).not.toBe(keys[2]);
  expect(await shown(data, secret)).toEqual(sealed);
});

it('key files are moved in, and keep their fingerprints', async () => {
  const data = temporaryFolder();
  const host = hostKeyOf(await makeKeyPair('ed25519'));
  const { key, cert } = await selfSigned(['localhost', '127.0.0.1']);
  const files = { 'ssh-host-key': host.pem, 'restconf-key.pem': key, 'restconf-cert.pem': cert };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(data, name), text, { mode: 0o600 });
  const { keys, clear } = await shown(data, key.split('\n')[2]);
  expect([keys[1], clear]).toEqual([host.fingerprint, false]);
  expect(['ssh-host-key', 'restconf-key.pem'].filter((name) => existsSync(join(data, name)))).toEqual([]);
  expect(readFileSync(join(data, 'restconf-cert.pem'), 'utf8')).toBe(cert);
  expect(readFileSync(join(data, 'ssh-host-key.pub'), 'utf8')).toBe(`${host.publicKey}\n`);
  expect((await shown(data)).keys).toEqual(keys);
});

it('a host key file becomes the own key of the node, behind the one that the configuration names', async () => {
  const data = temporaryFolder();
  const session = async (work: (admin: Https, fingerprint: string | undefined) => Promise<void>) => {
    const rig = await startTestNode({ data });
    const admin = new Https(rig);
    await work(admin, rig.node.ready.netconf?.hostKeyFingerprint).finally(async () => {
      admin.close();
      await rig.stop();
    });
  };
  const ACTIVE = '/restconf/data/yangent-keys:keys/active=ssh-host';
  const named = await makeKeyPair('p-256');
  await session(async (admin) => {
    const entry = {
      name: 'sshr',
      'private-key-format': 'ietf-crypto-types:one-asymmetric-key-format',
      'cleartext-private-key': named.pkcs8.toString('base64'),
    };
    const { status } = await admin.send('PATCH', '/restconf/data', {
      body: JSON.stringify({
        'ietf-restconf:data': {
          'ietf-keystore:keystore': { 'asymmetric-keys': { 'asymmetric-key': [entry] } },
          'yangent-keys:keys': { use: [{ purpose: 'ssh-host', 'asymmetric-key': 'sshr' }] },
        },
      }),
    });
    expect(status).toBe(204);
  });
  const host = hostKeyOf(await makeKeyPair('ed25519'));
  writeFileSync(join(data, 'ssh-host-key'), host.pem, { mode: 0o600 });
  for (const _ of ['moved in', 'started again'])
    await session(async (admin, fingerprint) => {
      expect(fingerprint).toBe(hostKeyOf(named).fingerprint);
      const active = JSON.parse((await admin.send('GET', ACTIVE)).body)['yangent-keys:active'][0];
      expect(active).toMatchObject({ 'asymmetric-key': 'sshr', fingerprint });
    });
  expect(existsSync(join(data, 'ssh-host-key'))).toBe(false);
  await session(async (admin) => {
    expect((await admin.send('DELETE', '/restconf/data/yangent-keys:keys/use=ssh-host')).status).toBe(204);
    const active = JSON.parse((await admin.send('GET', ACTIVE)).body)['yangent-keys:active'][0];
    expect(active).toHaveProperty('fingerprint', host.fingerprint);
    expect(active.previous[0]).toHaveProperty('asymmetric-key', 'sshr');
  });
});

it('a key that the configuration names is in use again after a start, when the database used another one', async () => {
  const data = temporaryFolder();
  const first = await startTestNode({ data });
  const admin = new Https(first);
  const { pkcs8 } = await makeKeyPair('ed25519');
  const entry = {
    name: 'signer',
    'private-key-format': 'ietf-crypto-types:one-asymmetric-key-format',
    'cleartext-private-key': pkcs8.toString('base64'),
  };
  const body = JSON.stringify({
    'ietf-restconf:data': {
      'ietf-keystore:keystore': { 'asymmetric-keys': { 'asymmetric-key': [entry] } },
      'yangent-keys:keys': { use: [{ purpose: 'report', 'asymmetric-key': 'signer' }] },
    },
  });
  expect((await admin.send('PATCH', '/restconf/data', { body })).status).toBe(204);
  admin.close();
  await first.stop();
  await inStore(data, (store) =>
    store.transact((tx) => tx.change('update key_use set name = null, certificate = null where name is not null', [])),
  );
  const again = await startTestNode({ data });
  const reader = new Https(again);
  const active = await reader.send('GET', '/restconf/data/yangent-keys:keys/active=report');
  expect(JSON.parse(active.body)['yangent-keys:active'][0]).toMatchObject({ 'asymmetric-key': 'signer' });
  reader.close();
  await again.stop();
});

it('a key file that holds no key is named, and nothing is made in its place', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'ssh-host-key'), 'nonsense');
  await expect(startTestNode({ data })).rejects.toThrow(/ssh-host-key holds no SSH host key/);
  expect(readFileSync(join(data, 'ssh-host-key'), 'utf8')).toBe('nonsense');
  rmSync(join(data, 'ssh-host-key'));
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(join(data, 'restconf-key.pem'), privateKey);
  await expect(startTestNode({ data })).rejects.toThrow(
    /restconf-key.pem holds no usable key: the key has a passphrase/,
  );
  expect(readFileSync(join(data, 'restconf-key.pem'), 'utf8')).toBe(privateKey);
});

it('without its secret key a node does not start, and says what helps', async () => {
  const data = temporaryFolder();
  const { keys } = await shown(data);
  renameSync(join(data, 'secret-key'), join(data, 'kept'));
  await expect(startTestNode({ data })).rejects.toThrow(
    'the keys of this node do not open with its secret key: put the secret-key of the node',
  );
  rmSync(join(data, 'secret-key'));
  renameSync(join(data, 'kept'), join(data, 'secret-key'));
  expect((await shown(data)).keys).toEqual(keys);
  rmSync(join(data, 'secret-key'));
  expect([await inStore(data, forgetKeys), await inStore(data, forgetAuditKeys)]).toEqual([PURPOSES.length, 1]);
  expect((await shown(data)).keys).not.toEqual(keys);
});
