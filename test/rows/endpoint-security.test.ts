/** The logins that the endpoint of an agent asks for: shown in its description, and enforced (ANF-5.3). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { ISSUER, proofKeyPair, testIssuer } from '../support/dpop.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';
import { key, logIn, password } from '../support/ssh-login.js';
import { until } from '../until.js';

const PASSWORD = 'the password of ann';
const ROOT = '/agents/patrol/restconf';
const PROFILE = `${ROOT}/data/irtf-agent:agent`;
const ENTRY = '/restconf/data/yangent-agents:agents/agent=patrol';
const BASIC = 'Basic realm="yangent", charset="UTF-8"';
const BEARER = 'Bearer realm="yangent"';
const keygen = new SshKeygen();
const folder = temporaryFolder();
let rig: TestNode;
let admin: Https;
let ann: Https;
let bearer: Record<string, string>;
let bound: { readonly token: string; readonly key: Awaited<ReturnType<typeof proofKeyPair>> };
let keyFile: string;

beforeAll(async () => {
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 } } });
  const issuer = await testIssuer();
  keyFile = keygen.key('ann');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  openssl('req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', 'ann.key', '-out', 'ann.pem', '-subj', '/CN=ann');
  const printed = openssl('x509', '-in', 'ann.pem', '-noout', '-fingerprint', '-sha256').toString();
  await rig.node.edit({
    'yangent-identity:identity': { host: 'node.example', publish: true },
    'yangent-access:access': {
      user: [
        {
          ...{ name: 'ann', password: `$0$${PASSWORD}`, group: ['staff'] },
          'authorized-key': [
            { name: 'k', algorithm: 'ssh-ed25519', 'key-data': octetsOf(`${keyFile}.pub`).toString('base64') },
          ],
        },
      ],
      'client-certificate': [{ name: 'ann', fingerprint: printed.trim().split('=')[1], user: 'ann' }],
      'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' }],
    },
    'yangent-agents:agents': { agent: [patrol({})] },
  });
  admin = new Https(rig);
  ann = new Https(rig, 'ann', PASSWORD);
  bearer = { authorization: `Bearer ${await issuer.token({ sub: 'ann' })}` };
  const proofKey = await proofKeyPair();
  bound = { key: proofKey, token: await issuer.token({ sub: 'ann', cnf: proofKey.cnf }) };
});
afterAll(async () => {
  admin?.close();
  ann?.close();
  await rig?.stop();
});

/** The agent with all ways to authenticate. @param security of the agent, and of its interfaces by their protocols */
function patrol({ agent, ...interfaces }: Readonly<Record<string, readonly string[]>>) {
  const schemes = { pw: 'Basic', tok: 'Bearer', pop: 'DPoP', tls: 'mutual TLS', ssh: 'SSH key', api: 'API Key' };
  const methods = Object.entries(schemes).map(([id, scheme]) => ({ 'accessinfo-id': id, scheme }));
  const at = Object.entries(interfaces).map(([name, security]) => ({ name, security }));
  return {
    id: 'patrol',
    ...(agent ? { security: agent } : {}),
    profile: {
      ...{ name: 'patrol', description: 'patrol repairs links', version: '1.0.0', provider: 'ACME' },
      authentication: { 'authentication-methods': methods },
    },
    registration: { interface: [...at, { name: 'outside', url: 'https://patrol.example/a2a' }] },
  };
}

async function ask(security: Readonly<Record<string, readonly string[]>>): Promise<HttpAnswer> {
  const body = JSON.stringify({ 'yangent-agents:agent': [patrol(security)] });
  return admin.send('PUT', ENTRY, { body });
}

const byToken = () => ann.send('GET', PROFILE, { headers: bearer });
const byPassword = () => ann.send('GET', PROFILE);

async function byBoundToken(): Promise<HttpAnswer> {
  const proof = (nonce?: string) =>
    bound.key.proof({ method: 'GET', url: `${rig.url}${PROFILE}`, token: bound.token, ...(nonce ? { nonce } : {}) });
  const send = async (nonce?: string) =>
    ann.send('GET', PROFILE, { headers: { authorization: `DPoP ${bound.token}`, dpop: await proof(nonce) } });
  const first = await send();
  const nonce = first.headers['dpop-nonce'];
  return first.status === 401 && typeof nonce === 'string' ? send(nonce) : first;
}

function byCertificate(path = PROFILE): Promise<number | undefined> {
  const [cert, key] = ['ann.pem', 'ann.key'].map((name) => readFileSync(join(folder, name)));
  const client = { cert, key, ca: readFileSync(rig.certificate), agent: false } as const;
  return new Promise((resolve, reject) => {
    const outgoing = request(`${rig.url}${path}`, client, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    outgoing.on('error', reject).end();
  });
}

async function overSsh(...attempts: Parameters<typeof logIn>[1][]): Promise<boolean> {
  const { isIn, connection } = await logIn(rig, ...attempts);
  connection.end();
  return isIn;
}
const sshKey = () => overSsh(key('ann%patrol', keyFile));
const sshPassword = () => overSsh(password('ann%patrol', PASSWORD));

/** The outcome of each way in. */
async function ways() {
  const [pw, tok, pop] = [await byPassword(), await byToken(), await byBoundToken()].map(({ status }) => status);
  return { pw, tok, pop, tls: await byCertificate(), ssh: await sshKey(), 'ssh password': await sshPassword() };
}

const ALL = { pw: 200, tok: 200, pop: 200, tls: 200, ssh: true, 'ssh password': true };
const NONE = { pw: 401, tok: 401, pop: 401, tls: 401, ssh: false, 'ssh password': false };

describe('while neither the agent nor an interface asks for a way', () => {
  it('ANF-5.3-a: its endpoint takes all logins of the node, and its description says which', async () => {
    expect(await ways()).toEqual(ALL);
    const { body } = await ann.send('GET', '/agents/patrol/ad.json', { accept: 'application/json' });
    expect(JSON.parse(body)).toMatchObject({ security: ['basic_sc', 'bearer_sc'] });
  });
});

describe('security of the agent', () => {
  it('ANF-5.3-b: holds for all of its endpoint, on both protocols, and for nothing else', async () => {
    expect((await ask({ agent: ['tok'] })).status).toBe(204);
    expect(await ways()).toEqual({ ...NONE, tok: 200 });
    for (const path of [ROOT, `${ROOT}/operations`, '/agents/patrol/openapi.json', '/agents/patrol/data/x'])
      expect([path, (await ann.send('GET', path)).status]).toEqual([path, 401]);
    expect((await ann.send('GET', '/restconf/yang-library-version')).status).toBe(200);
    expect((await ann.send('GET', '/agents/patrol/ad.json', { accept: 'application/json' })).status).toBe(200);
  });

  it('a refusal has the challenges of the ways that are taken, and a record', async () => {
    await ask({ agent: ['pop', 'tok'] });
    const refused = await byPassword();
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="yangent", DPoP realm="yangent", algs="[^"]+"$/),
    ]);
    expect(errorIn(refused)).toEqual({
      'error-type': 'protocol',
      'error-tag': 'access-denied',
      'error-app-tag': 'login-method-refused',
      'error-message': 'this endpoint takes logins by dpop, bearer only',
    });
    const log = '/restconf/data/yangent-audit:audit/log/entry';
    const records = await until(
      async () => (await admin.send('GET', log)).body,
      (body) => body.includes('"method":"password"'),
    );
    expect(JSON.parse(records)['yangent-audit:entry']).toContainEqual(
      expect.objectContaining({ 'record-kind': 'login', outcome: 'denied', user: 'ann', method: 'password' }),
    );
  });

  it.each([
    ['pw', { pw: 200, 'ssh password': true }, BASIC],
    ['tok', { tok: 200 }, BEARER],
    ['tls', { tls: 200 }, BEARER],
  ])('%s admits that login alone', async (way, admitted, challenge) => {
    await ask({ agent: [way] });
    expect(await ways()).toEqual({ ...NONE, ...admitted });
    const wrong = way === 'pw' ? await byToken() : await byPassword();
    expect(wrong.headers['www-authenticate']).toBe(challenge);
  });

  it('a way that HTTP does not have is refused there for good, and taken over SSH', async () => {
    await ask({ agent: ['ssh'] });
    expect(await ways()).toEqual({ pw: 403, tok: 403, pop: 403, tls: 403, ssh: true, 'ssh password': false });
    expect(errorIn(await byPassword())).toMatchObject({ 'error-tag': 'access-denied' });
    expect(await overSsh(password('ann%patrol', PASSWORD), key('ann%patrol', keyFile))).toBe(true);
  });
});

describe('security of an interface', () => {
  it('ANF-5.3-c ANF-5.3-d: stands in place of that of the agent, also where it is looser', async () => {
    expect((await ask({ agent: ['tok'], RESTCONF: ['pw'], netconf: ['ssh'] })).status).toBe(204);
    expect(await ways()).toEqual({ ...NONE, pw: 200, ssh: true });
    expect((await ask({ agent: ['pop'], restconf: ['tok', 'pw', 'tls'] })).status).toBe(204);
    expect(await ways()).toEqual({ ...NONE, pw: 200, tok: 200, tls: 200 });
    expect((await ask({ netconf: ['ssh'] })).status).toBe(204);
    expect(await ways()).toEqual({ ...ALL, 'ssh password': false });
  });

  it('ANF-5.2.2-b ANF-5.3-a ANF-5.3-c: is in the description, beside that of the agent', async () => {
    await ask({ agent: ['tok'], restconf: ['pw', 'pop'], netconf: ['ssh'] });
    const { body } = await ann.send('GET', '/agents/patrol/ad.json', { accept: 'application/json' });
    const { securityDefinitions, security, interfaces } = JSON.parse(body);
    expect(securityDefinitions).toEqual({
      agent_api: { scheme: 'API Key' },
      agent_pop: { scheme: 'DPoP', in: 'header', name: 'Authorization' },
      agent_pw: { scheme: 'Basic', in: 'header', name: 'Authorization' },
      agent_ssh: { scheme: 'SSH key' },
      agent_tls: { scheme: 'mutual TLS' },
      agent_tok: { scheme: 'Bearer', in: 'header', name: 'Authorization' },
    });
    expect(security).toBe('agent_tok');
    expect(interfaces).toEqual([
      expect.objectContaining({ protocol: 'RESTCONF', security: ['agent_pop', 'agent_pw'] }),
      expect.objectContaining({ protocol: 'OpenAPI', security: ['agent_pop', 'agent_pw'] }),
      { type: 'StructuredInterface', protocol: 'netconf', description: 'netconf', security: 'agent_ssh' },
      {
        ...{ type: 'StructuredInterface', protocol: 'outside', description: 'outside' },
        url: 'https://patrol.example/a2a',
      },
    ]);
  });
});

describe('security that cannot be', () => {
  beforeEach(() => ask({}));

  it('names no way that the agent does not have', async () => {
    const refused = await ask({ agent: ['none'] });
    expect([refused.status, errorIn(refused)]).toEqual([
      409,
      expect.objectContaining({ 'error-tag': 'data-missing', 'error-app-tag': 'instance-required' }),
    ]);
  });

  it.each([
    [{ agent: ['api'] }, 'the agent', 'security'],
    [{ agent: ['pw'], netconf: ['api'] }, 'its interface for netconf', 'registration/interface'],
  ])('%j would let nobody in', async (security, of, at) => {
    const refused = await ask(security);
    expect([refused.status, errorIn(refused)]).toEqual([
      400,
      expect.objectContaining({
        'error-tag': 'invalid-value',
        'error-path': `/yangent-agents:agents/agent[id='patrol']/${at}`,
        'error-message': expect.stringContaining(`by the security of ${of} nobody could log in`),
      }),
    ]);
  });

  it('an agent registers with security, and is told the same', async () => {
    const { id: _, ...rest } = patrol({ agent: ['tok'], restconf: ['pw'] });
    const input = { ...rest, profile: { ...rest.profile, name: 'scout' } };
    const register = (body: object) =>
      ann.send('POST', '/restconf/operations/yangent-agents:register', {
        body: JSON.stringify({ 'yangent-agents:input': body }),
      });
    expect((await register(input)).status).toBe(200);
    const scout = '/agents/scout/restconf/data/irtf-agent:agent';
    expect((await ann.send('GET', scout)).status).toBe(200);
    expect((await ann.send('GET', scout, { headers: bearer })).status).toBe(401);
    expect((await register({ ...input, security: ['api'] })).status).toBe(400);
    expect((await register({ ...input, security: ['none'] })).status).toBe(409);
  });

  it('an agent that the caller may not see is not told by its security', async () => {
    await admin.send('PUT', ENTRY, {
      body: JSON.stringify({ 'yangent-agents:agent': [{ ...patrol({ agent: ['tok'] }), visibility: 'private' }] }),
    });
    expect((await byPassword()).status).toBe(404);
    expect((await byToken()).status).toBe(404);
    expect((await admin.send('GET', PROFILE)).status).toBe(401);
  });
});
