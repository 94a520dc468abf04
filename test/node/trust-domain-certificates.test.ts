/** Certificates of trust domains over the wire: TLS client certificates, and those of SSH. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { type TestIssuer, testIssuer } from '../support/dpop.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { openssh } from '../support/openssh.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';
import { until } from '../until.js';

const ISSUER = 'https://login.carrier-b.example';
const ACCESS = '/restconf/data/yangent-access:access';
const LIBRARY = '/restconf/yang-library-version';
const folder = temporaryFolder();
const keygen = new SshKeygen();
let rig: TestNode;
let admin: Https;
let issuer: TestIssuer;

const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

function authority(name: string): void {
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-days',
    '9',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
  );
}

/** Makes a client certificate. @param more arguments of openssl x509 */
function signed(name: string, by: string, subject = `/CN=${name}`, ...more: string[]): void {
  openssl('req', ...KEY, '-subj', subject, '-keyout', `${name}.key`, '-out', `${name}.csr`);
  const days = more.includes('-days') ? [] : ['-days', '5'];
  const ca = ['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial'];
  openssl('x509', '-req', '-in', `${name}.csr`, ...ca, ...days, ...more, '-out', `${name}.crt`);
}

const cms = (name: string) =>
  openssl('crl2pkcs7', '-nocrl', '-certfile', `${name}.crt`, '-outform', 'DER').toString('base64');
const sshBag = (name: string, key: string) => ({
  name,
  'public-key': [
    {
      name: 'ca',
      'public-key-format': 'ietf-crypto-types:ssh-public-key-format',
      'public-key': octetsOf(`${keygen.folder}/${key}.pub`).toString('base64'),
    },
  ],
});
const certificateBag = (name: string, ca: string) => ({ name, certificate: [{ name: 'ca', 'cert-data': cms(ca) }] });
const print = (octet: string) => Array(32).fill(octet).join(':');
const PERMIT = [{ name: 'read', action: ['data.read'] }];

beforeAll(async () => {
  for (const name of ['ca-b', 'ca-c', 'stranger']) authority(name);
  signed('meter', 'ca-b');
  signed('other', 'ca-c');
  signed('unknown', 'stranger');
  signed('strange-name', 'ca-b', '/CN=a b:c');
  for (const name of ['ssh-b', 'ssh-c', 'bot']) keygen.key(name);
  [rig, issuer] = await Promise.all([
    startTestNode({ limits: { login: { first: 1, longest: 1 }, failures: { perSource: 100 } } }),
    testIssuer(),
  ]);
  admin = new Https(rig);
  await rig.node.edit({
    'ietf-truststore:truststore': {
      'certificate-bags': { 'certificate-bag': [certificateBag('b', 'ca-b'), certificateBag('c', 'ca-c')] },
      'public-key-bags': { 'public-key-bag': [sshBag('b', 'ssh-b'), sshBag('c', 'ssh-c'), sshBag('again', 'ssh-b')] },
    },
    'yangent-access:access': {
      user: [{ name: 'meter' }, { name: 'bot' }],
      'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks }],
    },
  });
});
afterAll(async () => {
  admin?.close();
  await rig?.stop();
});
beforeEach(async () => {
  const b = { 'token-issuer': [ISSUER], 'certificate-bag': 'b', 'ssh-bag': 'b' };
  await rig.node.edit({
    'yangent-access:access': {
      'trust-domain': [
        { name: 'carrier-b', enabled: true, by: b, permit: PERMIT, 'proof-of-possession': false },
        { name: 'carrier-c', by: { 'certificate-bag': 'c', 'ssh-bag': 'c' }, permit: PERMIT },
      ],
    },
  });
});

/** Sends a request on a connection of its own with a client certificate. */
function withCertificate(name: string, headers: Record<string, string> = {}) {
  const options: RequestOptions = {
    ...{ agent: false, ca: readFileSync(rig.certificate), headers },
    ...{ cert: readFileSync(join(folder, `${name}.crt`)), key: readFileSync(join(folder, `${name}.key`)) },
  };
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const outgoing = request(`${rig.url}${LIBRARY}`, options, (incoming) => {
      readText(incoming).then((body) => resolve({ status: incoming.statusCode, body }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const suspend = () =>
  rig.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name: 'carrier-b', enabled: false }] } });
async function recorded(wanted: Readonly<Record<string, unknown>>) {
  const log = async (): Promise<readonly Record<string, unknown>[]> => {
    const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4');
    return JSON.parse(body)['yangent-audit:log'].entry;
  };
  await until(log, (all) => all.some((each) => Object.entries(wanted).every(([name, value]) => each[name] === value)));
}
async function refusedBy(name: string) {
  const { body } = await admin.send('GET', `${ACCESS}/trust-domain=${name}?content=nonconfig`);
  const refused: { reason: string; count: string }[] = JSON.parse(body)['yangent-access:trust-domain'][0].refused ?? [];
  return Object.fromEntries(refused.map(({ reason, count }) => [reason, Number(count)]));
}

describe('a TLS client certificate', () => {
  it('ANF-14-a: of an authority of a domain lets in its member, not the local user of that name', async () => {
    expect((await withCertificate('meter')).status).toBe(200);
    await recorded({
      ...{ user: 'meter@carrier-b', domain: 'carrier-b', 'principal-kind': 'agent' },
      ...{ operation: 'login', outcome: 'done', method: 'tls-certificate' },
    });
  });

  it('stands for no local user, whatever its own entry says', async () => {
    const fingerprint = openssl('x509', '-in', 'meter.crt', '-noout', '-fingerprint', '-sha256').toString();
    const entry = { name: 'meter', fingerprint: fingerprint.split('=')[1]?.trim(), user: 'meter' };
    await rig.node.edit({ 'yangent-access:access': { 'client-certificate': [entry] } });
    await suspend();
    expect((await withCertificate('meter')).status).toBe(401);
    await recorded({ domain: 'carrier-b', operation: 'login', outcome: 'denied', method: 'certificate' });
    expect((await refusedBy('carrier-b')).disabled).toBe(1);
  });

  it('with a name that no user may have is refused', async () => {
    expect((await withCertificate('strange-name')).status).toBe(401);
    expect((await refusedBy('carrier-b'))['bad-name']).toBe(1);
  });

  it('that is for servers only, or has ended, is refused', async () => {
    const before = (await refusedBy('carrier-b'))['bad-certificate'] ?? 0;
    const extensions = join(folder, 'server.ext');
    writeFileSync(extensions, 'extendedKeyUsage=serverAuth');
    signed('server', 'ca-b', '/CN=server', '-extfile', extensions);
    signed('ended', 'ca-b', '/CN=ended', '-days', '-1');
    expect((await withCertificate('server')).status).toBe(401);
    expect((await withCertificate('ended')).status).toBe(401);
    expect((await refusedBy('carrier-b'))['bad-certificate']).toBe(before + 2);
  });

  it('of an unknown authority is of no domain', async () => {
    expect((await withCertificate('unknown')).status).toBe(401);
  });

  it('of another domain than the token is refused', async () => {
    const authorization = `Bearer ${await issuer.token({ iss: ISSUER, sub: 'bot' })}`;
    expect((await withCertificate('unknown', { authorization })).status).toBe(200);
    expect((await withCertificate('meter', { authorization })).status).toBe(200);
    expect((await withCertificate('other', { authorization })).status).toBe(401);
    expect((await refusedBy('carrier-b'))['two-domains']).toBe(1);
  });
});

describe('an SSH certificate', () => {
  const login = (user: string, ca: string, ...args: string[]) => {
    const file = (name: string) => `${keygen.folder}/${name}`;
    const certificate = keygen.sign(file(ca), file('bot'), '-V', '-5m:+5m', ...args);
    return openssh(rig, { user, key: file('bot'), certificate });
  };

  it('lets in its principal as a member', async () => {
    const { code, complaint } = await login('bot@carrier-b', 'ssh-b', '-n', 'bot');
    expect([complaint, code]).toEqual(['', 0]);
    await recorded({ user: 'bot@carrier-b', domain: 'carrier-b', 'principal-kind': 'agent', protocol: 'netconf' });
  });

  it.each([
    ['as the local user', 'bot', 'ssh-b'],
    ['of another domain', 'bot@carrier-b', 'ssh-c'],
    ['for another name', 'eve@carrier-b', 'ssh-b'],
    ['in a domain that is not there', 'bot@carrier-x', 'ssh-b'],
  ])('lets nobody in %s', async (_how, user, ca) => {
    const { code, complaint } = await login(user, ca, '-n', 'bot');
    expect([code, complaint]).toEqual([255, expect.stringContaining('Permission denied')]);
  });

  it('ends its session when the domain is suspended', async () => {
    const key = `${keygen.folder}/bot`;
    const certificate = keygen.sign(`${keygen.folder}/ssh-b`, key, '-n', 'bot', '-V', '-5m:+5m');
    const { host, port } = rig.netconf;
    const options = ['UserKnownHostsFile=/dev/null', 'StrictHostKeyChecking=no', 'BatchMode=yes', 'LogLevel=ERROR'];
    const args = [...options, `CertificateFile=${certificate}`].flatMap((each) => ['-o', each]);
    const client = spawn('ssh', [...args, '-i', key, '-p', `${port}`, '-s', `bot@carrier-b@${host}`, 'netconf']);
    const ended = once(client, 'close');
    let said = '';
    client.stdout.on('data', (part) => {
      said += String(part);
    });
    const base = 'urn:ietf:params:xml:ns:netconf:base:1.0';
    client.stdin.write(
      `<hello xmlns="${base}"><capabilities><capability>urn:ietf:params:netconf:base:1.0</capability></capabilities></hello>]]>]]>
      <rpc xmlns="${base}" message-id="1"><get><filter type="subtree"><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"/></filter></get></rpc>]]>]]>`,
    );
    await until(
      () => said,
      (text) => text.includes('</rpc-reply>'),
    );
    await suspend();
    await ended;
  });

  it('of a suspended domain lets nobody in', async () => {
    await suspend();
    const before = (await refusedBy('carrier-b')).disabled ?? 0;
    expect((await login('bot@carrier-b', 'ssh-b', '-n', 'bot')).code).toBe(255);
    await recorded({ domain: 'carrier-b', operation: 'login', outcome: 'denied', protocol: 'netconf' });
    expect((await refusedBy('carrier-b')).disabled).toBeGreaterThan(before);
  });
});

describe('an authority is of one party', () => {
  const refusal = async (access: object) => {
    const body = JSON.stringify({ 'yangent-access:access': access });
    const answer = await admin.send('PATCH', ACCESS, { body });
    return [answer.status, errorIn(answer)['error-app-tag'], errorIn(answer)['error-message']];
  };

  it.each<[string, object, RegExp]>([
    ['the same bag', { 'trust-domain': [{ name: 'x', by: { 'ssh-bag': 'b' } }] }, /the SSH bag b belongs to/],
    [
      'the same key in another bag',
      { 'trust-domain': [{ name: 'x', by: { 'ssh-bag': 'again' } }] },
      /one of its authorities also certifies members of trust domain/,
    ],
    ['the bag of local users', { 'ssh-user-ca-bag': ['b'] }, /one of its authorities also certifies local users/],
  ])('%s', async (_what, access, message) => {
    expect(await refusal(access)).toEqual([400, 'trust-domain-overlap', expect.stringMatching(message)]);
  });

  it('the certificate of local users', async () => {
    const pem = readFileSync(join(folder, 'ca-b.crt'), 'utf8');
    const entry = { name: 'theirs', 'ca-certificate': pem, 'user-from': 'common-name' };
    expect(await refusal({ 'client-certificate': [entry] })).toEqual([
      ...[400, 'trust-domain-overlap', expect.stringContaining('local users')],
    ]);
  });

  it.each([
    [[{ name: 'x', fingerprint: print('AB'), user: 'gone' }], 'there is no user "gone"'],
    [
      [
        { name: 'x', fingerprint: print('AB'), user: 'admin' },
        { name: 'y', fingerprint: print('ab'), user: 'admin' },
      ],
      'the entry "y" has the same fingerprint',
    ],
  ])('and an entry stands for one user who is there: %j', async (entries, message) => {
    expect(await refusal({ 'client-certificate': entries })).toEqual([
      400,
      undefined,
      expect.stringContaining(message),
    ]);
  });

  it('and no other certificate', async () => {
    const bag = { name: 'leaf', certificate: [{ name: 'leaf', 'cert-data': cms('meter') }] };
    await rig.node.edit({ 'ietf-truststore:truststore': { 'certificate-bags': { 'certificate-bag': [bag] } } });
    expect(await refusal({ 'trust-domain': [{ name: 'x', by: { 'certificate-bag': 'leaf' } }] })).toEqual([
      ...[400, undefined, expect.stringContaining("the certificate 'leaf' in bag 'leaf' is not that of an authority")],
    ]);
  });
});
