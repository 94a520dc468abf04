/** The keys of a node over the wire: how they are replaced, and how new connections see that. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf } from '../../../src/clients/index.js';
import { PURPOSES } from '../../../src/keys/index.js';
import { until } from '../../until.js';
import { ED25519, Maker, P256 } from './maker.js';
import { KEYS, KeysRig } from './rig.js';

const maker = new Maker();

let keys: KeysRig;
beforeAll(async () => {
  keys = await KeysRig.start();
  expect([await keys.putKey(maker.make('host', P256).entry), await keys.use('ssh-host', 'host')]).toEqual([201, 201]);
});
afterAll(() => keys?.stop());

describe('rotate', () => {
  it('publishes a key, uses it after the lead, and still shows the one before', async () => {
    const first = await keys.active('report');
    const { thumbprint, from } = await keys.rotate('report');
    expect(Date.parse(from) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await keys.active('report')).toMatchObject({ thumbprint: first.thumbprint, next: { thumbprint, from } });
    expect(await keys.put('yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 0 })).toBe(201);
    const second = await keys.rotate('report');
    expect(await keys.active('report')).toMatchObject({
      ...{ thumbprint: second.thumbprint, since: second.from },
      previous: [{ thumbprint: first.thumbprint }],
    });
    const { body } = await keys.admin.send('GET', '/restconf/data/yangent-tasks:tasks/signing-key');
    const { fingerprint } = await keys.active('report');
    expect(JSON.parse(body)['yangent-tasks:signing-key']['key-id']).toBe(fingerprint);
  });

  it('goes to the next key by itself', async () => {
    expect(await keys.put('yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 1 })).toBe(204);
    const { thumbprint } = await keys.rotate('tls-server');
    const both = readFileSync(join(keys.data, 'restconf-cert.pem'), 'utf8').match(/BEGIN CERTIFICATE/g);
    expect(both).toHaveLength(2);
    await until(
      () => keys.active('tls-server'),
      (now) => now.thumbprint === thumbprint,
    );
    const { fingerprint } = await keys.active('tls-server');
    await until(
      () => keys.proof(),
      (now) => now?.fingerprint === fingerprint,
    );
    const one = readFileSync(join(keys.data, 'restconf-cert.pem'), 'utf8').match(/BEGIN CERTIFICATE/g);
    expect(one).toHaveLength(1);
    // The certificate that this client trusted is gone.
    keys.reconnect();
  });

  it('after a compromise uses the new key at once, and shows no other', async () => {
    const { thumbprint } = await keys.rotate('report', { compromised: [null] });
    const now = await keys.active('report');
    expect([now.thumbprint, now.next, now.previous]).toEqual([thumbprint, undefined, undefined]);
  });

  it('refuses a key that the configuration names', async () => {
    expect(await keys.rotate('ssh-host')).toMatchObject({
      ...{ status: 412, 'error-tag': 'operation-failed', 'error-app-tag': 'key-configured' },
      'error-message': expect.stringContaining('names the key "host" for ssh-host'),
    });
  });

  it('by several at once leaves one key in use', async () => {
    expect(await keys.put('yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 0 })).toBe(204);
    const all = await Promise.all([1, 2, 3, 4].map(() => keys.rotate('report')));
    const { thumbprint, previous } = await keys.active('report');
    expect(all.map((each) => each.thumbprint)).toContain(thumbprint);
    expect(previous.length).toBeGreaterThanOrEqual(3);
  });
});

it('while keys are rotated, no new connection fails', async () => {
  let isOver = false;
  let answered = 0;
  const ask = async () => {
    while (!isOver) {
      // A connection of its own for each, whichever certificate it is shown.
      const { status } = await keys.fetchOnce();
      expect(status).toBe(200);
      expect(await keys.hostKey()).toMatch(/^AAAA/);
      answered += 1;
    }
  };
  const clients = [ask(), ask(), ask()];
  for (let round = 0; round < 8; round += 1) {
    expect(await keys.rotate('tls-server')).toHaveProperty('thumbprint');
    expect(await keys.rotate('tls-server', { compromised: [null] })).toHaveProperty('thumbprint');
  }
  isOver = true;
  await Promise.all(clients);
  expect(answered).toBeGreaterThan(3);
  keys.reconnect();
});

it('a restored configuration that names a deleted key leaves the purpose to the own key, and blocks no other edit', async () => {
  const { entry } = maker.make('gone', ED25519);
  expect([await keys.putKey(entry), await keys.use('report', 'gone')]).toEqual([201, 201]);
  const session = await connectNetconf({ ...keys.node.netconf, username: 'admin', password: keys.node.password });
  const base = 'urn:ietf:params:xml:ns:netconf:base:1.0';
  const namespace = 'urn:yangent:params:xml:ns:yang:yangent-keys';
  const gone = `<use xmlns:nc="${base}" nc:operation="delete"><purpose>report</purpose></use>`;
  await session.rpc(
    `<edit-config><target><candidate/></target><config><keys xmlns="${namespace}">${gone}</keys></config></edit-config>`,
  );
  await session.rpc('<commit><confirmed/><confirm-timeout>1</confirm-timeout></commit>');
  expect(await keys.rotate('report', { compromised: [null] })).toHaveProperty('thumbprint');
  const restored = async () => (await keys.admin.send('GET', `${KEYS}/use=report`)).status;
  await until(restored, (status) => status === 200);
  await session.close();
  expect(await keys.active('report')).not.toHaveProperty('asymmetric-key');
  expect(await keys.put('yangent-keys:keys/overlap', { 'yangent-keys:overlap': 60 })).toBe(201);
  expect(await keys.use('tls-server', 'gone', { certificate: 'first' })).toMatchObject({
    'error-app-tag': 'key-unavailable',
  });
  expect((await keys.admin.send('DELETE', `${KEYS}/use=report`)).status).toBe(204);
});

it('the lowest version of TLS acts on new connections', async () => {
  expect(await keys.proof('TLSv1.2')).toBeUndefined();
  expect(await keys.put('yangent-keys:keys/tls/min-version', { 'yangent-keys:min-version': 'tls12' })).toBe(201);
  expect(await keys.proof('TLSv1.2')).toMatchObject({ version: 'TLSv1.2' });
});

it('a restart changes no key', async () => {
  const before = await Promise.all(PURPOSES.map((each) => keys.active(each)));
  const shownKey = await keys.hostKey();
  await keys.restart();
  expect(await Promise.all(PURPOSES.map((each) => keys.active(each)))).toEqual(before);
  expect([await keys.hostKey(), (await keys.proof())?.fingerprint]).toEqual([shownKey, before[0].fingerprint]);
});
