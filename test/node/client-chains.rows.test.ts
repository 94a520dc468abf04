/** TLS client certificates below intermediate authorities, over the wire (RFC 8040 §2.5, RFC 5280 §6). */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { authority, Pki } from '../support/pki.js';

const LIBRARY = '/restconf/yang-library-version';
const ACCESS = '/restconf/data/yangent-access:access';
const pki = new Pki();
let rig: TestNode;
let admin: Https;

beforeAll(async () => {
  for (const name of ['root', 'other-root', 'root-b', 'root-c']) pki.root(name);
  const intermediates: readonly (readonly [string, string, readonly string[]])[] = [
    ['issuing', 'root', authority(0)],
    ['trusted', 'other-root', authority()],
    ['no-authority', 'root', ['basicConstraints=critical,CA:FALSE']],
    ['issuing-b', 'root-b', authority()],
    ['shared', 'root-b', authority()],
  ];
  for (const [name, by, extensions] of intermediates) pki.issue(name, by, { extensions });
  pki.issue('below-issuing', 'issuing', { extensions: authority() });
  pki.issue('old', 'root', { extensions: authority(), more: ['-days', '-1'] });
  pki.issue('old-b', 'root-b', { extensions: authority(), more: ['-days', '-1'] });
  pki.issue('issuing-b-by-c', 'root-c', { extensions: authority(), like: 'issuing-b' });
  pki.issue('c0', 'root', { extensions: authority() });
  for (let at = 1; at < 19; at += 1) pki.issue(`c${at}`, `c${at - 1}`, { extensions: authority() });
  const critical = '1.2.3.4=critical,ASN1:UTF8String:x';
  const leaves: readonly (readonly [string, string, string, (readonly string[])?])[] = [
    ['ann', 'issuing', 'ann'],
    ['below-trusted', 'trusted', 'ann'],
    ['below-no-authority', 'no-authority', 'ann'],
    ['too-low', 'below-issuing', 'ann'],
    ['server', 'issuing', 'ann', ['extendedKeyUsage=serverAuth']],
    ['below-old', 'old', 'ann'],
    ['unknown', 'issuing', 'ann', [critical]],
    ['far', 'c18', 'ann'],
    ['eighth', 'c6', 'ann'],
    ['ninth', 'c7', 'ann'],
    ['pinned', 'c18', 'pinned'],
    ['meter', 'issuing-b', 'meter'],
    ['both', 'shared', 'both'],
    ['old-meter', 'old-b', 'meter'],
  ];
  for (const [name, by, subject, extensions = []] of leaves) pki.issue(name, by, { subject, extensions });
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 } } });
  admin = new Https(rig);
  const bags = Object.entries({ b: ['root-b'], c: ['root-c', 'shared'] }).map(([name, authorities]) => ({
    ...{ name, certificate: authorities.map((each) => ({ name: each, 'cert-data': pki.cms(each) })) },
  }));
  const domains = ['b', 'c'].map((name) => ({
    ...{ name: `carrier-${name}`, by: { 'certificate-bag': name }, permit: [{ name: 'read', action: ['data.read'] }] },
  }));
  await rig.node.edit({
    'ietf-truststore:truststore': { 'certificate-bags': { 'certificate-bag': bags } },
    'yangent-access:access': {
      user: [{ name: 'ann' }, { name: 'pinned' }, { name: 'meter' }],
      'trust-domain': domains,
      'client-certificate': [
        { name: 'pinned', fingerprint: pki.certificate('pinned').fingerprint256, user: 'pinned' },
        { name: 'old-meter', fingerprint: pki.certificate('old-meter').fingerprint256, user: 'meter' },
        { name: 'root', 'ca-certificate': pki.pem('root'), 'user-from': 'common-name' },
        { name: 'trusted', 'ca-certificate': pki.pem('trusted'), 'user-from': 'common-name' },
      ],
    },
  });
});
afterAll(async () => {
  admin?.close();
  await rig?.stop();
});

/** Sends a request with a certificate and those behind it, on a connection of its own unless there is an agent. */
function get(names: readonly string[], agent: Agent | false = false) {
  const options: RequestOptions = {
    ...{ agent, ca: readFileSync(rig.certificate), headers: { connection: 'close' } },
    ...{ cert: pki.pem(...names), key: pki.key(names[0] ?? '') },
  };
  return new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request(`${rig.url}${LIBRARY}`, options, (incoming) => {
      readText(incoming).then(() => resolve(incoming.statusCode), reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function curl(names: readonly string[]): Promise<string> {
  const file = join(pki.folder, 'chain.pem');
  writeFileSync(file, pki.pem(...names));
  const key = join(pki.folder, `${names[0]}.key`);
  const { stdout } = await promisify(execFile)('curl', [
    ...['--silent', '--include', '--max-time', '30', '--cacert', rig.certificate, '--cert', file, '--key', key],
    `${rig.url}${LIBRARY}`,
  ]);
  return stdout.slice(0, stdout.indexOf('\r\n')).trim();
}

/** The certificates c18 to c0. */
const MANY = Array.from({ length: 19 }, (_, index) => `c${18 - index}`);

describe('a certificate of a local user', () => {
  it.each<[string, number, readonly string[]]>([
    ['with its intermediate', 200, ['ann', 'issuing']],
    ['with its intermediate and the root', 200, ['ann', 'issuing', 'root']],
    ['without its intermediate', 401, ['ann']],
    ['with another intermediate', 401, ['ann', 'c0']],
    ['below an intermediate that is configured', 200, ['below-trusted']],
    [
      'below an intermediate that is configured, sent with all above it',
      200,
      ['below-trusted', 'trusted', 'other-root'],
    ],
    ['below a certificate that is not of an authority', 401, ['below-no-authority', 'no-authority']],
    ['below more authorities than one of them permits', 401, ['too-low', 'below-issuing', 'issuing']],
    ['for servers only', 401, ['server', 'issuing']],
    ['below an authority whose time is over', 401, ['below-old', 'old']],
    ['with an unknown critical extension', 401, ['unknown', 'issuing']],
    ['with a chain of 20', 401, ['far', ...MANY]],
    ['below seven authorities', 200, ['eighth', ...MANY.slice(-7)]],
    ['below eight authorities', 401, ['ninth', ...MANY.slice(-8)]],
    ['with 100 copies of its intermediate, and others', 200, ['ann', ...Array(100).fill('issuing'), ...MANY]],
    ['that is configured itself needs no chain', 200, ['pinned']],
    ['that is configured itself may have a chain of 20', 200, ['pinned', ...MANY]],
  ])('%s: %i', async (_what, status, names) => {
    expect(await get(names)).toBe(status);
    expect(await curl(names)).toBe(`HTTP/2 ${status}`);
  });

  it('holds on each connection of a client that resumes TLS sessions', async () => {
    const agent = new Agent({ keepAlive: false, maxCachedSessions: 10 });
    expect([await get(['ann', 'issuing'], agent), await get(['ann', 'issuing'], agent)]).toEqual([200, 200]);
    agent.destroy();
  });

  it('is read once for the requests of an HTTP/2 connection, and counts until its authority is gone', async () => {
    const client = connect(rig.url, {
      ...{ ca: readFileSync(rig.certificate), cert: pki.pem('ann', 'issuing'), key: pki.key('ann') },
    });
    const status = async () => {
      const stream = client.request({ ':path': LIBRARY });
      const answered = new Promise((resolve) => stream.once('response', (headers) => resolve(headers[':status'])));
      await Promise.all([readText(stream), answered]);
      return answered;
    };
    expect(await status()).toBe(200);
    const verify = vi.spyOn(X509Certificate.prototype, 'verify');
    expect(await status()).toBe(200);
    expect(verify).not.toHaveBeenCalled();
    verify.mockRestore();
    const entry = `${ACCESS}/client-certificate=root`;
    expect((await admin.send('DELETE', entry)).status).toBe(204);
    expect(await status()).toBe(401);
    const root = { name: 'root', 'ca-certificate': pki.pem('root'), 'user-from': 'common-name' };
    await rig.node.edit({ 'yangent-access:access': { 'client-certificate': [root] } });
    expect(await status()).toBe(200);
    client.close();
  });
});

describe('a certificate of a member', () => {
  const refused = async (domain: string) => {
    const { body } = await admin.send('GET', `${ACCESS}/trust-domain=${domain}?content=nonconfig`);
    const all: { reason: string; count: string }[] = JSON.parse(body)['yangent-access:trust-domain'][0].refused ?? [];
    return Number(all.find(({ reason }) => reason === 'bad-certificate')?.count ?? 0);
  };

  it('lets in with its intermediate, and not without it', async () => {
    expect(await get(['meter', 'issuing-b'])).toBe(200);
    expect(await get(['meter'])).toBe(401);
    expect(await get(['meter', 'issuing-b-by-c'])).toBe(200);
    expect(await get(['meter', 'issuing-b-by-c', 'issuing-b'])).toBe(200);
  });

  it('below an authority whose time is over is refused, and is no local user either', async () => {
    const before = await refused('carrier-b');
    expect(await get(['old-meter', 'old-b'])).toBe(401);
    expect(await refused('carrier-b')).toBe(before + 1);
  });

  it('below authorities of two domains is refused', async () => {
    const before = await refused('carrier-b');
    expect(await get(['both', 'shared'])).toBe(401);
    expect(await refused('carrier-b')).toBe(before + 1);
  });
});
