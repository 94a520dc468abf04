/** The keys of a node over the wire: of the keystore, for a purpose, rotated. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import Database from 'libsql';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf } from '../../src/clients/index.js';
import { cmsOf, PURPOSES, pairOfPem, selfSigned } from '../../src/keys/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';

const KEYS = '/restconf/data/yangent-keys:keys';
const ACTIVE = `${KEYS}/active`;
const folder = temporaryFolder();
const data = temporaryFolder();
const PASSWORD = 'a long password';
let rig: TestNode;
let admin: Https;
let ann: Https;
beforeAll(async () => {
  rig = await startTestNode({ data });
  admin = new Https(rig);
  await rig.node.edit({ 'yangent-access:access': { user: [{ name: 'ann', password: `$0$${PASSWORD}` }] } });
  ann = new Https(rig, 'ann', PASSWORD);
});
afterAll(async () => {
  admin.close();
  ann.close();
  await rig.stop();
});

const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });

/** Makes a key and its certificate. @returns the entry of the keystore, in clear, and what is secret in it */
function made(name: string, algorithm: readonly string[], more: object = {}) {
  const pem = join(folder, `${name}.pem`);
  openssl('genpkey', ...algorithm.flatMap((each) => each.split(' ')), '-out', pem);
  openssl('req', '-x509', '-new', '-key', pem, '-days', '30', '-subj', `/CN=${name}`, '-out', `${name}.crt`);
  const key = openssl('pkcs8', '-topk8', '-nocrypt', '-in', pem, '-outform', 'DER');
  const cms = openssl('crl2pkcs7', '-nocrl', '-certfile', `${name}.crt`, '-outform', 'DER');
  const entry = {
    name,
    'private-key-format': 'ietf-crypto-types:one-asymmetric-key-format',
    'cleartext-private-key': key.toString('base64'),
    certificates: { certificate: [{ name: 'first', 'cert-data': cms.toString('base64') }] },
    ...more,
  };
  return { entry, key, certificate: readFileSync(join(folder, `${name}.crt`), 'utf8') };
}

const RSA = ['-algorithm RSA', '-pkeyopt rsa_keygen_bits:2048'];
const P256 = ['-algorithm EC', '-pkeyopt ec_paramgen_curve:P-256'];
const ED25519 = ['-algorithm ED25519'];

/** Entries of the keystore, each with something that does not suit a purpose. */
const MADE = {
  edge: () => made('edge', RSA).entry,
  light: () => made('light', ED25519).entry,
  swapped: () => {
    const { certificates } = made('other', P256).entry;
    return { ...made('swapped', P256).entry, certificates };
  },
  foreign: () => {
    made('foreign', P256);
    const spki = openssl('pkey', '-in', 'foreign.pem', '-pubout', '-outform', 'DER');
    return {
      name: 'foreign',
      'public-key-format': 'ietf-crypto-types:subject-public-key-info-format',
      'public-key': spki.toString('base64'),
      'hidden-private-key': [null],
    };
  },
};

const put = async (path: string, value: object, by = admin) => {
  const answer = await by.send('PUT', `/restconf/data/${path}`, { body: JSON.stringify(value) });
  return answer.status < 300 ? answer.status : errorIn(answer);
};
const putKey = (entry: { readonly name: string; readonly [member: string]: unknown }, by = admin) =>
  put(
    `ietf-keystore:keystore/asymmetric-keys/asymmetric-key=${entry.name}`,
    { 'ietf-keystore:asymmetric-key': [entry] },
    by,
  );
/** Returns the number of private keys in the database. */
const keptKeys = () => {
  const database = new Database(join(data, 'yangent.db'), { readonly: true });
  try {
    return database.prepare('select thumbprint from private_key').all().length;
  } finally {
    database.close();
  }
};
const use = (purpose: string, key: string, more: object = {}) =>
  put(`yangent-keys:keys/use=${purpose}`, { 'yangent-keys:use': [{ purpose, 'asymmetric-key': key, ...more }] });
const active = async (purpose: string) =>
  JSON.parse((await admin.send('GET', `${ACTIVE}=${purpose}`)).body)['yangent-keys:active'][0];
const rotate = async (purpose: string, input: object = {}, by = admin) => {
  const answer = await by.send('POST', `${ACTIVE}=${purpose}/rotate`, {
    body: JSON.stringify({ 'yangent-keys:input': input }),
  });
  return answer.status < 300
    ? JSON.parse(answer.body)['yangent-keys:output']
    : { status: answer.status, ...errorIn(answer) };
};

/** Returns the version and the certificate by which the node proves itself over a new connection. */
function proof(maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') {
  return new Promise<{ version: string | null; fingerprint: string } | undefined>((resolve) => {
    const { hostname: host, port } = new URL(rig.url);
    const socket = connectTls({ host, port: Number(port), rejectUnauthorized: false, maxVersion }, () => {
      resolve({ version: socket.getProtocol(), fingerprint: socket.getPeerCertificate().fingerprint256 });
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}

/** Asks for the health of the node over a connection of its own. */
function fetchOnce(): Promise<{ status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, rejectUnauthorized: false } as const;
    get(`${rig.url}/healthz`, options, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode }));
    }).on('error', reject);
  });
}

/** Returns the host key by which the node proves itself over a new connection, base64. */
function hostKey(): Promise<string> {
  return new Promise((resolve) => {
    const client = new ssh2.Client();
    client.on('error', () => undefined);
    client.connect({
      ...rig.netconf,
      username: 'nobody',
      hostVerifier: (key: Buffer) => {
        resolve(key.toString('base64'));
        return false;
      },
    });
  });
}

/** Lists the files of the data directory that contain some octets, or their base64 text. */
function filesWith(secret: Buffer): string[] {
  // The base64 text of any part of it has one of three alignments.
  const texts = [0, 1, 2].map((skip) => Buffer.from(secret.subarray(skip).toString('base64').slice(0, 40)));
  const hasIt = (file: string) => {
    const content = readFileSync(file);
    return [secret, ...texts].some((part) => content.includes(part));
  };
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, name))
    .filter((file) => statSync(file).isFile() && hasIt(file));
}

describe('a private key that an edit gives in clear', () => {
  it('is in no answer, datastore or file afterwards, and serves TLS at once', async () => {
    const { entry, key, certificate } = made('edge', RSA);
    const answer = await admin.send('PATCH', '/restconf/data', {
      body: JSON.stringify({
        'ietf-restconf:data': {
          'ietf-keystore:keystore': { 'asymmetric-keys': { 'asymmetric-key': [entry] } },
          'yangent-keys:keys': { use: [{ purpose: 'tls-server', 'asymmetric-key': 'edge', certificate: 'first' }] },
        },
      }),
    });
    expect(answer).toMatchObject({ status: 204 });
    const fingerprint = openssl('x509', '-in', 'edge.crt', '-noout', '-fingerprint', '-sha256').toString().trim();
    expect(`sha256 Fingerprint=${(await proof())?.fingerprint}`).toBe(fingerprint);
    expect(await active('tls-server')).toMatchObject({
      ...{ 'asymmetric-key': 'edge', algorithm: 'rsa-2048', certificate },
      previous: [{ algorithm: 'p-256' }],
    });
    const { body } = await admin.send('GET', '/restconf/data/ietf-keystore:keystore');
    expect(JSON.parse(body)['ietf-keystore:keystore']['asymmetric-keys']['asymmetric-key']).toEqual([
      expect.objectContaining({
        ...{ name: 'edge', 'hidden-private-key': [null] },
        ...{ 'yangent-keys:algorithm': 'rsa-2048', 'yangent-keys:available': true },
      }),
    ]);
    expect(body).not.toContain('cleartext');
    // The last part of the key is secret; its beginning is the public modulus.
    expect(filesWith(key.subarray(-128))).toEqual([]);
    expect(readFileSync(join(data, 'restconf-cert.pem'), 'utf8')).toBe(certificate);
  });

  it('gives way to the own key of the node when it is no longer named', async () => {
    const { thumbprint } = await active('tls-server');
    expect((await admin.send('DELETE', `${KEYS}/use=tls-server`)).status).toBe(204);
    expect(await active('tls-server')).toMatchObject({
      algorithm: 'p-256',
      previous: [{ thumbprint, 'asymmetric-key': 'edge' }],
    });
    expect(await active('tls-server')).toHaveProperty('fingerprint', (await proof())?.fingerprint);
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
    const stored = await putKey(MADE[name]());
    expect(typeof stored === 'number' ? 'stored' : stored).toBe('stored');
    expect(await use(purpose, name, more)).toMatchObject({
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
    expect([200, 201, 204]).toContain(await putKey(entry));
    expect(await use('tls-server', 'late', { certificate: 'first' })).toMatchObject({
      ...{ 'error-tag': 'invalid-value', 'error-app-tag': 'certificate-unsuited' },
      'error-message': `the certificate cannot be used: ${message}`,
    });
  });

  it('of a user who may not write it is not stored', async () => {
    const { entry } = made('others', ED25519);
    const before = keptKeys();
    expect(await putKey(entry, ann)).toMatchObject({ 'error-tag': 'access-denied' });
    expect(keptKeys()).toBe(before);
    expect(await putKey(entry)).toBe(201);
    expect(keptKeys()).toBe(before + 1);
  });

  it('is not quoted when it is no base64, and nor are public keys and certificates that are none', async () => {
    const { entry } = made('broken-text', ED25519);
    const key = `${entry['cleartext-private-key'].slice(0, -2)}*`;
    const refused = await putKey({ ...entry, 'cleartext-private-key': key });
    expect(refused).toMatchObject({ 'error-message': expect.stringContaining('characters is not base64') });
    expect(JSON.stringify(refused)).not.toContain(key.slice(0, 20));
    const hidden = { name: 'junk', 'hidden-private-key': [null] };
    const format = 'ietf-crypto-types:subject-public-key-info-format';
    expect(await putKey({ ...hidden, 'public-key-format': format, 'public-key': 'anVuaw==' })).toMatchObject({
      ...{ 'error-tag': 'invalid-value', 'error-message': `it is no public key of the format ${format}` },
      'error-path': "/ietf-keystore:keystore/asymmetric-keys/asymmetric-key[name='junk']/public-key",
    });
    expect(
      await putKey({ ...hidden, certificates: { certificate: [{ name: 'c', 'cert-data': 'anVuaw==' }] } }),
    ).toMatchObject({ 'error-message': expect.stringContaining('it is no CMS message with certificates') });
  });

  it('needs a certificate for TLS, and takes none for SSH', async () => {
    expect(await use('tls-server', 'edge')).toMatchObject({
      'error-message': 'the key for tls-server needs a certificate',
    });
    expect(await use('ssh-host', 'edge', { certificate: 'first' })).toMatchObject({
      'error-message': 'only the key for tls-server has a certificate',
    });
  });
});

describe('a key that the node makes', () => {
  it('gets a name by an edit of the keystore, and serves SSH at once', async () => {
    const answer = await admin.send('POST', '/restconf/operations/yangent-keys:generate-key', {
      body: JSON.stringify({ 'yangent-keys:input': { algorithm: 'p-384' } }),
    });
    const { thumbprint, ...key } = JSON.parse(answer.body)['yangent-keys:output'];
    expect(await putKey({ name: 'host', ...key, 'hidden-private-key': [null] })).toBe(201);
    const before = await hostKey();
    expect(await use('ssh-host', 'host')).toBe(201);
    expect(await active('ssh-host')).toMatchObject({ thumbprint, 'asymmetric-key': 'host', algorithm: 'p-384' });
    expect(await hostKey()).not.toBe(before);
    expect(Buffer.from(await hostKey(), 'base64').toString('latin1')).toContain('ecdsa-sha2-nistp384');
    expect(readFileSync(join(data, 'ssh-host-key.pub'), 'utf8')).toBe(`ecdsa-sha2-nistp384 ${await hostKey()}\n`);
  });

  it('is made, and replaced, for administrators only', async () => {
    const { status } = await ann.send('POST', '/restconf/operations/yangent-keys:generate-key', { body: '' });
    expect(status).toBe(403);
    expect(await rotate('report', {}, ann)).toMatchObject({ status: 403, 'error-tag': 'access-denied' });
    expect((await ann.send('GET', KEYS)).status).toBe(200);
  });
});

describe('rotate', () => {
  it('publishes a key, uses it after the lead, and still shows the one before', async () => {
    const first = await active('report');
    const { thumbprint, from } = await rotate('report');
    expect(Date.parse(from) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await active('report')).toMatchObject({ thumbprint: first.thumbprint, next: { thumbprint, from } });
    expect(await put('yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 0 })).toBe(201);
    const second = await rotate('report');
    expect(await active('report')).toMatchObject({
      ...{ thumbprint: second.thumbprint, since: second.from },
      previous: [{ thumbprint: first.thumbprint }],
    });
    const { body } = await admin.send('GET', '/restconf/data/yangent-tasks:tasks/signing-key');
    const { fingerprint } = await active('report');
    expect(JSON.parse(body)['yangent-tasks:signing-key']['key-id']).toBe(fingerprint);
  });

  it('goes to the next key by itself', async () => {
    expect(await put('yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 1 })).toBe(204);
    const { thumbprint } = await rotate('tls-server');
    const both = readFileSync(join(data, 'restconf-cert.pem'), 'utf8').match(/BEGIN CERTIFICATE/g);
    expect(both).toHaveLength(2);
    await until(
      () => active('tls-server'),
      (now) => now.thumbprint === thumbprint,
    );
    const { fingerprint } = await active('tls-server');
    await until(
      () => proof(),
      (now) => now?.fingerprint === fingerprint,
    );
    const one = readFileSync(join(data, 'restconf-cert.pem'), 'utf8').match(/BEGIN CERTIFICATE/g);
    expect(one).toHaveLength(1);
    // The certificate that this client trusted is gone.
    admin.close();
    admin = new Https(rig);
  });

  it('after a compromise uses the new key at once, and shows no other', async () => {
    const { thumbprint } = await rotate('report', { compromised: [null] });
    const now = await active('report');
    expect([now.thumbprint, now.next, now.previous]).toEqual([thumbprint, undefined, undefined]);
  });

  it('refuses a key that the configuration names', async () => {
    expect(await rotate('ssh-host')).toMatchObject({
      ...{ status: 412, 'error-tag': 'operation-failed', 'error-app-tag': 'key-configured' },
      'error-message': expect.stringContaining('names the key "host" for ssh-host'),
    });
  });

  it('by several at once leaves one key in use', async () => {
    expect(await put('yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 0 })).toBe(204);
    const all = await Promise.all([1, 2, 3, 4].map(() => rotate('report')));
    const { thumbprint, previous } = await active('report');
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
      const { status } = await fetchOnce();
      expect(status).toBe(200);
      expect(await hostKey()).toMatch(/^AAAA/);
      answered += 1;
    }
  };
  const clients = [ask(), ask(), ask()];
  for (let round = 0; round < 8; round += 1) {
    expect(await rotate('tls-server')).toHaveProperty('thumbprint');
    expect(await rotate('tls-server', { compromised: [null] })).toHaveProperty('thumbprint');
  }
  isOver = true;
  await Promise.all(clients);
  expect(answered).toBeGreaterThan(3);
  admin.close();
  admin = new Https(rig);
});

it('a restored configuration that names a deleted key leaves the purpose to the own key, and blocks no other edit', async () => {
  const { entry } = made('gone', ED25519);
  expect([await putKey(entry), await use('report', 'gone')]).toEqual([201, 201]);
  const session = await connectNetconf({ ...rig.netconf, username: 'admin', password: rig.password });
  const base = 'urn:ietf:params:xml:ns:netconf:base:1.0';
  const keys = 'urn:yangent:params:xml:ns:yang:yangent-keys';
  const gone = `<use xmlns:nc="${base}" nc:operation="delete"><purpose>report</purpose></use>`;
  await session.rpc(
    `<edit-config><target><candidate/></target><config><keys xmlns="${keys}">${gone}</keys></config></edit-config>`,
  );
  await session.rpc('<commit><confirmed/><confirm-timeout>1</confirm-timeout></commit>');
  expect(await rotate('report', { compromised: [null] })).toHaveProperty('thumbprint');
  const restored = async () => (await admin.send('GET', `${KEYS}/use=report`)).status;
  await until(restored, (status) => status === 200);
  await session.close();
  expect(await active('report')).not.toHaveProperty('asymmetric-key');
  expect(await put('yangent-keys:keys/overlap', { 'yangent-keys:overlap': 60 })).toBe(201);
  expect(await use('tls-server', 'gone', { certificate: 'first' })).toMatchObject({
    'error-app-tag': 'key-unavailable',
  });
  expect((await admin.send('DELETE', `${KEYS}/use=report`)).status).toBe(204);
});

it('the lowest version of TLS acts on new connections', async () => {
  expect(await proof('TLSv1.2')).toBeUndefined();
  expect(await put('yangent-keys:keys/tls/min-version', { 'yangent-keys:min-version': 'tls12' })).toBe(201);
  expect(await proof('TLSv1.2')).toMatchObject({ version: 'TLSv1.2' });
});

it('a restart changes no key', async () => {
  const before = await Promise.all(PURPOSES.map(active));
  const shownKey = await hostKey();
  admin.close();
  ann.close();
  await rig.stop();
  rig = await startTestNode({ data });
  admin = new Https(rig);
  expect(await Promise.all(PURPOSES.map(active))).toEqual(before);
  expect([await hostKey(), (await proof())?.fingerprint]).toEqual([shownKey, before[0].fingerprint]);
});
