/** Users who must prove two factors: over SSH a key and a password, over TLS a client certificate and a password. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf } from '../../src/clients/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';
import { type Attempt, certificate, key, logIn, password } from '../support/ssh-login.js';

const keygen = new SshKeygen();
const folder = temporaryFolder();
const ISSUER = 'https://login.example';
const PASSWORD = 'the password of ann';
const METHODS = 'publickey,password,keyboard-interactive';
const PARTIAL = 'partial:password,keyboard-interactive';
let rig: TestNode;
let token: string;

/** Makes `NAME.key` and `NAME.pem`. @returns the fingerprint of the certificate */
function tlsCertificate(name: string): string {
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
  openssl('req', '-x509', ...key, '-out', `${name}.pem`, '-subj', `/CN=${name}`, '-days', '2');
  const printed = openssl('x509', '-in', `${name}.pem`, '-noout', '-fingerprint', '-sha256').toString();
  return printed.trim().split('=')[1] ?? '';
}

beforeAll(async () => {
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 } } });
  const files = { ca: keygen.key('ca'), ann: keygen.key('ann'), bob: keygen.key('bob') };
  const octets = (file: string) => octetsOf(`${file}.pub`).toString('base64');
  const authorized = (file: string) => [{ name: 'laptop', algorithm: 'ssh-ed25519', 'key-data': octets(file) }];
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  token = await new SignJWT({ iss: ISSUER, aud: 'yangent', sub: 'ann' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setExpirationTime(Math.floor(Date.now() / 1_000) + 600)
    .sign(privateKey);
  const ca = {
    name: 'ca',
    'public-key-format': 'ietf-crypto-types:ssh-public-key-format',
    'public-key': octets(files.ca),
  };
  const both = ['public-key+password', 'tls-certificate+password'];
  await rig.node.edit({
    'ietf-truststore:truststore': { 'public-key-bags': { 'public-key-bag': [{ name: 'ours', 'public-key': [ca] }] } },
    'yangent-access:access': {
      user: [
        { name: 'ann', password: `$0$${PASSWORD}`, 'login-requires': both, 'authorized-key': authorized(files.ann) },
        { name: 'bob', password: `$0$${PASSWORD}`, 'authorized-key': authorized(files.bob) },
        {
          name: 'cleo',
          password: `$0$${PASSWORD}`,
          'login-requires': both.slice(1),
          'authorized-key': authorized(files.ann),
        },
      ],
      'ssh-user-ca-bag': ['ours'],
      'client-certificate': ['ann', 'bob', 'cleo'].map((name) => ({
        name,
        fingerprint: tlsCertificate(name),
        user: name,
      })),
      'token-issuer': [
        {
          issuer: ISSUER,
          audience: ['yangent'],
          members: 'local',
          jwks: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
        },
      ],
    },
  });
});
afterAll(() => rig?.stop());

const file = (name: string) => join(keygen.folder, name);
const right = (): Attempt => password('ann', PASSWORD);
const signed = (...args: readonly string[]): Attempt =>
  certificate({ username: 'ann', key: file('ann'), certificate: keygen.sign(file('ca'), file('ann'), ...args) });

describe('over SSH', () => {
  it.each<[string, () => readonly Attempt[]]>([
    ['a key and then a password', () => [key('ann', file('ann')), right()]],
    ['a certificate and then a password', () => [signed('-n', 'ann'), right()]],
    [
      'a key and then a password by keyboard-interactive',
      () => [
        key('ann', file('ann')),
        {
          type: 'keyboard-interactive',
          username: 'ann',
          prompt: (_name, _instructions, _language, _prompts, answer) => answer([PASSWORD]),
        },
      ],
    ],
  ])('%s log in', async (_title, attempts) => {
    const { isIn, asked, connection } = await logIn(rig, ...attempts());
    expect(isIn).toBe(true);
    expect(asked).toEqual([PARTIAL]);
    connection.end();
  });

  it('a second password may be right', async () => {
    const { isIn, asked, connection } = await logIn(
      rig,
      key('ann', file('ann')),
      password('ann', 'wrong one'),
      right(),
    );
    expect(isIn).toBe(true);
    expect(asked).toEqual([PARTIAL, 'password,keyboard-interactive']);
    connection.end();
  });

  it.each<[string, () => readonly Attempt[], readonly string[]]>([
    ['a key', () => [key('ann', file('ann'))], [PARTIAL]],
    ['a certificate', () => [signed('-n', 'ann')], [PARTIAL]],
    ['the right password', () => [right()], [METHODS]],
    ['a wrong password', () => [password('ann', 'wrong one')], [METHODS]],
    ['a password and then a key', () => [right(), key('ann', file('ann'))], [METHODS, PARTIAL]],
    [
      'a key and a wrong password',
      () => [key('ann', file('ann')), password('ann', 'wrong one')],
      [PARTIAL, 'password,keyboard-interactive'],
    ],
    ['the key of another user and a password', () => [key('ann', file('bob')), right()], [METHODS, METHODS]],
    ['a certificate for another user and a password', () => [signed('-n', 'bob'), right()], [METHODS, METHODS]],
    ['two keys', () => [key('ann', file('ann')), key('ann', file('ann'))], [PARTIAL, 'password,keyboard-interactive']],
    [
      'a key of a user who must come over TLS',
      () => [key('cleo', file('ann')), password('cleo', PASSWORD)],
      [METHODS, METHODS],
    ],
  ])('%s alone does not log in', async (_title, attempts, answers) => {
    const { isIn, asked } = await logIn(rig, ...attempts());
    expect(isIn).toBe(false);
    expect(asked).toEqual(answers);
  });

  it('one factor is enough for other users', async () => {
    for (const attempt of [key('bob', file('bob')), password('bob', PASSWORD)]) {
      const { isIn, connection } = await logIn(rig, attempt);
      expect(isIn).toBe(true);
      connection.end();
    }
  });

  it('a client of this project with a key and a password logs in', async () => {
    const credentials = { username: 'ann', password: PASSWORD, privateKey: readFileSync(file('ann')) };
    const client = await connectNetconf({ ...rig.netconf, ...credentials });
    await client.close();
    const alone = connectNetconf({ ...rig.netconf, ...credentials, privateKey: undefined });
    await expect(alone).rejects.toMatchObject({ tag: 'access-denied' });
  });
});

/** Returns the status of a request with these credentials. */
function https(o: { readonly certificate?: string; readonly authorization?: string }): Promise<number | undefined> {
  const name = o.certificate;
  const own = name && {
    cert: readFileSync(join(folder, `${name}.pem`)),
    key: readFileSync(join(folder, `${name}.key`)),
  };
  const headers = o.authorization === undefined ? {} : { authorization: o.authorization };
  return new Promise((resolve, reject) => {
    const options = { ca: readFileSync(rig.certificate), agent: false, headers, ...own };
    request(`${rig.url}/restconf/yang-library-version`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

const basic = (name: string, text = PASSWORD) => `Basic ${Buffer.from(`${name}:${text}`).toString('base64')}`;

describe('over TLS', () => {
  it('a certificate together with Basic logs in, again and again', async () => {
    for (const name of ['ann', 'cleo', 'ann'])
      expect(await https({ certificate: name, authorization: basic(name) })).toBe(200);
  });

  it.each<[string, () => Parameters<typeof https>[0]]>([
    ['a certificate', () => ({ certificate: 'ann' })],
    ['Basic', () => ({ authorization: basic('ann') })],
    ['Basic with the certificate of another user', () => ({ certificate: 'bob', authorization: basic('ann') })],
    ['a certificate with a wrong password', () => ({ certificate: 'ann', authorization: basic('ann', 'wrong one') })],
    ['a token', () => ({ authorization: `Bearer ${token}` })],
    ['a token with a certificate', () => ({ certificate: 'ann', authorization: `Bearer ${token}` })],
  ])('%s alone does not log in, also where both were right before', async (_title, credentials) => {
    expect(await https({ certificate: 'ann', authorization: basic('ann') })).toBe(200);
    expect(await https(credentials())).toBe(401);
  });

  it('one factor is enough for other users', async () => {
    expect(await https({ certificate: 'bob' })).toBe(200);
    expect(await https({ authorization: basic('bob') })).toBe(200);
    expect(await https({ certificate: 'ann', authorization: basic('bob') })).toBe(200);
  });
});

it('a node without a truststore starts, and has no authorities', async () => {
  const other = await startTestNode({ features: new Map([['ietf-truststore', []]]) });
  const edit = other.node.edit({ 'yangent-access:access': { 'ssh-user-ca-bag': ['ours'] } });
  await expect(edit).rejects.toMatchObject({ tag: 'unknown-element' });
  await other.stop();
});

it('a session by one factor ends when its user must prove two', async () => {
  const session = await RawNetconf.open(rig, '1.1', { user: 'bob', password: PASSWORD });
  const admin = new Https(rig);
  const body = JSON.stringify({ 'yangent-access:user': [{ name: 'bob', 'login-requires': ['public-key+password'] }] });
  const { status } = await admin.send('PATCH', '/restconf/data/yangent-access:access/user=bob', { body });
  expect(status).toBe(204);
  expect(await session.receive()).toBe('closed');
  expect((await logIn(rig, password('bob', PASSWORD))).isIn).toBe(false);
  session.close();
  admin.close();
});
