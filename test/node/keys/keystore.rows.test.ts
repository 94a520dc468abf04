/** The keys of a node over the wire: of the keystore, for a purpose. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cmsOf, pairOfPem, selfSigned } from '../../../src/keys/index.js';
import { ED25519, Maker, P256, RSA } from './maker.js';
import { KEYS, KeysRig } from './rig.js';

const maker = new Maker();

let keys: KeysRig;
beforeAll(async () => {
  keys = await KeysRig.start();
});
afterAll(() => keys?.stop());

/** Entries of the keystore, each with something that does not suit a purpose. */
const MADE = {
  edge: () => maker.make('edge', RSA).entry,
  light: () => maker.make('light', ED25519).entry,
  swapped: () => {
    const { certificates } = maker.make('other', P256).entry;
    return { ...maker.make('swapped', P256).entry, certificates };
  },
  foreign: () => {
    maker.make('foreign', P256);
    const spki = maker.openssl('pkey', '-in', 'foreign.pem', '-pubout', '-outform', 'DER');
    return {
      name: 'foreign',
      'public-key-format': 'ietf-crypto-types:subject-public-key-info-format',
      'public-key': spki.toString('base64'),
      'hidden-private-key': [null],
    };
  },
};

describe('a private key that an edit gives in clear', () => {
  it('is in no answer, datastore or file afterwards, and serves TLS at once', async () => {
    const { entry, key, certificate } = maker.make('edge', RSA);
    const answer = await keys.admin.send('PATCH', '/restconf/data', {
      body: JSON.stringify({
        'ietf-restconf:data': {
          'ietf-keystore:keystore': { 'asymmetric-keys': { 'asymmetric-key': [entry] } },
          'yangent-keys:keys': { use: [{ purpose: 'tls-server', 'asymmetric-key': 'edge', certificate: 'first' }] },
        },
      }),
    });
    expect(answer).toMatchObject({ status: 204 });
    const fingerprint = maker.openssl('x509', '-in', 'edge.crt', '-noout', '-fingerprint', '-sha256').toString().trim();
    expect(`sha256 Fingerprint=${(await keys.proof())?.fingerprint}`).toBe(fingerprint);
    expect(await keys.active('tls-server')).toMatchObject({
      ...{ 'asymmetric-key': 'edge', algorithm: 'rsa-2048', certificate },
      previous: [{ algorithm: 'p-256' }],
    });
    const { body } = await keys.admin.send('GET', '/restconf/data/ietf-keystore:keystore');
    expect(JSON.parse(body)['ietf-keystore:keystore']['asymmetric-keys']['asymmetric-key']).toEqual([
      expect.objectContaining({
        ...{ name: 'edge', 'hidden-private-key': [null] },
        ...{ 'yangent-keys:algorithm': 'rsa-2048', 'yangent-keys:available': true },
      }),
    ]);
    expect(body).not.toContain('cleartext');
    // The last part of the key is secret; its beginning is the public modulus.
    expect(keys.filesWith(key.subarray(-128))).toEqual([]);
    expect(readFileSync(join(keys.data, 'restconf-cert.pem'), 'utf8')).toBe(certificate);
  });

  it('gives way to the own key of the node when it is no longer named', async () => {
    const { thumbprint } = await keys.active('tls-server');
    expect((await keys.admin.send('DELETE', `${KEYS}/use=tls-server`)).status).toBe(204);
    expect(await keys.active('tls-server')).toMatchObject({
      algorithm: 'p-256',
      previous: [{ thumbprint, 'asymmetric-key': 'edge' }],
    });
    expect(await keys.active('tls-server')).toHaveProperty('fingerprint', (await keys.proof())?.fingerprint);
  });

  it.each([
    ['report', 'edge', {}, 'key-unsuited', 'a key of the algorithm rsa-2048 does not suit report: ed25519 does'],
    [
      'key-agreement',
      'edge',
      {},
      'key-unsuited',
      'a key of the algorithm rsa-2048 does not suit key-agreement: x25519 does',
    ],
    ['tls-server', 'light', { certificate: 'first' }, 'key-unsuited', 'p-256, p-384 or RSA'],
    ['tls-server', 'swapped', { certificate: 'first' }, 'certificate-unsuited', 'it has no certificate of this key'],
    ['ssh-host', 'foreign', {}, 'key-unavailable', 'give it again as cleartext-private-key'],
  ] as const)('for %s is refused: the key %s', async (purpose, name, more, tag, message) => {
    const stored = await keys.putKey(MADE[name]());
    expect(typeof stored === 'number' ? 'stored' : stored).toBe('stored');
    expect(await keys.use(purpose, name, more)).toMatchObject({
      ...{ 'error-tag': 'invalid-value', 'error-app-tag': tag },
      'error-path': `/yangent-keys:keys/use[purpose='${purpose}']`,
      'error-message': expect.stringContaining(message),
    });
  });

  it.each([
    ['has expired', '2010-06-01', 'it has expired on 2020-06-01T00:00:00.000Z'],
    ['is not yet valid', '2999-06-02', 'it is not valid before 2999-06-01T00:00:00.000Z'],
  ])('with a certificate that %s is not used for TLS', async (_, made, message) => {
    const { key, cert } = await selfSigned(['localhost'], new Date(made));
    const entry = {
      name: 'late',
      'private-key-format': 'ietf-crypto-types:one-asymmetric-key-format',
      'cleartext-private-key': pairOfPem(key).pkcs8.toString('base64'),
      certificates: { certificate: [{ name: 'first', 'cert-data': (await cmsOf(cert)).toString('base64') }] },
    };
    expect([200, 201, 204]).toContain(await keys.putKey(entry));
    expect(await keys.use('tls-server', 'late', { certificate: 'first' })).toMatchObject({
      ...{ 'error-tag': 'invalid-value', 'error-app-tag': 'certificate-unsuited' },
      'error-message': `the certificate cannot be used: ${message}`,
    });
  });

  it('of a user who may not write it is not stored', async () => {
    const { entry } = maker.make('others', ED25519);
    const before = keys.keptKeys();
    expect(await keys.putKey(entry, keys.ann)).toMatchObject({ 'error-tag': 'access-denied' });
    expect(keys.keptKeys()).toBe(before);
    expect(await keys.putKey(entry)).toBe(201);
    expect(keys.keptKeys()).toBe(before + 1);
  });

  it('is not quoted when it is no base64, and nor are public keys and certificates that are none', async () => {
    const { entry } = maker.make('broken-text', ED25519);
    const key = `${entry['cleartext-private-key'].slice(0, -2)}*`;
    const refused = await keys.putKey({ ...entry, 'cleartext-private-key': key });
    expect(refused).toMatchObject({ 'error-message': expect.stringContaining('characters is not base64') });
    expect(JSON.stringify(refused)).not.toContain(key.slice(0, 20));
    const hidden = { name: 'junk', 'hidden-private-key': [null] };
    const format = 'ietf-crypto-types:subject-public-key-info-format';
    expect(await keys.putKey({ ...hidden, 'public-key-format': format, 'public-key': 'anVuaw==' })).toMatchObject({
      ...{ 'error-tag': 'invalid-value', 'error-message': `it is no public key of the format ${format}` },
      'error-path': "/ietf-keystore:keystore/asymmetric-keys/asymmetric-key[name='junk']/public-key",
    });
    expect(
      await keys.putKey({ ...hidden, certificates: { certificate: [{ name: 'c', 'cert-data': 'anVuaw==' }] } }),
    ).toMatchObject({ 'error-message': expect.stringContaining('it is no CMS message with certificates') });
  });

  it('needs a certificate for TLS, and takes none for SSH', async () => {
    expect(await keys.use('tls-server', 'edge')).toMatchObject({
      'error-message': 'the key for tls-server needs a certificate',
    });
    expect(await keys.use('ssh-host', 'edge', { certificate: 'first' })).toMatchObject({
      'error-message': 'only the key for tls-server has a certificate',
    });
  });
});

describe('a key that the node makes', () => {
  it('gets a name by an edit of the keystore, and serves SSH at once', async () => {
    const answer = await keys.admin.send('POST', '/restconf/operations/yangent-keys:generate-key', {
      body: JSON.stringify({ 'yangent-keys:input': { algorithm: 'p-384' } }),
    });
    const { thumbprint, ...key } = JSON.parse(answer.body)['yangent-keys:output'];
    expect(await keys.putKey({ name: 'host', ...key, 'hidden-private-key': [null] })).toBe(201);
    const before = await keys.hostKey();
    expect(await keys.use('ssh-host', 'host')).toBe(201);
    expect(await keys.active('ssh-host')).toMatchObject({ thumbprint, 'asymmetric-key': 'host', algorithm: 'p-384' });
    expect(await keys.hostKey()).not.toBe(before);
    expect(Buffer.from(await keys.hostKey(), 'base64').toString('latin1')).toContain('ecdsa-sha2-nistp384');
    expect(readFileSync(join(keys.data, 'ssh-host-key.pub'), 'utf8')).toBe(
      `ecdsa-sha2-nistp384 ${await keys.hostKey()}\n`,
    );
  });

  it('is made, and replaced, for administrators only', async () => {
    const { status } = await keys.ann.send('POST', '/restconf/operations/yangent-keys:generate-key', { body: '' });
    expect(status).toBe(403);
    expect(await keys.rotate('report', {}, keys.ann)).toMatchObject({ status: 403, 'error-tag': 'access-denied' });
    expect((await keys.ann.send('GET', KEYS)).status).toBe(200);
  });
});
