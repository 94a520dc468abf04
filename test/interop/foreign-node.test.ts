/** A node of another company at its host: for whom it speaks here, and for whom it does not. */
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cmsOf } from '../../src/keys/index.js';
import { ISSUER, nowSeconds, type ProofKeyPair, proofKeyPair, type TestIssuer, testIssuer } from '../support/dpop.js';
import { type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { NodeHost as Host } from '../support/node-host.js';
import { agentEntry } from '../tasks/fixture.js';

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const JWT = 'urn:ietf:params:oauth:token-type:access_token';
const PERMIT = [{ name: 'all', action: ['data.read', 'yangent-tasks.claim-next'] }];
const D = 'https://login.carrier-d.example';

let rig: TestNode;
let admin: Https;
let c: Host;
let ofD: TestIssuer;
let key: ProofKeyPair;

const trust = async (name: string, host: Host, more: object = {}) => {
  const cms = await cmsOf(host.cert);
  const bag = { name, certificate: [{ name: 'node', 'cert-data': cms.toString('base64') }] };
  return {
    'ietf-truststore:truststore': { 'certificate-bags': { 'certificate-bag': [bag] } },
    'yangent-access:access': {
      'trust-domain': [
        { name, by: { 'node-host': [new URL(host.url).host], 'node-bag': name }, permit: PERMIT, ...more },
      ],
    },
  };
};

beforeAll(async () => {
  [rig, c, ofD, key] = await Promise.all([
    startTestNode({ limits: { login: { first: 1, longest: 1 } } }),
    Host.start(),
    testIssuer(),
    proofKeyPair(),
  ]);
  admin = new Https(rig);
  await rig.node.edit(await trust('carrier-c', c));
  await rig.node.edit({
    'yangent-access:access': {
      user: [{ name: 'ann', password: '$0$the password of ann' }],
      'token-issuer': [
        { issuer: D, audience: ['yangent'], jwks: ofD.jwks },
        { issuer: ISSUER, audience: ['yangent'], jwks: ofD.jwks, members: 'local' },
      ],
      'trust-domain': [{ name: 'carrier-d', by: { 'token-issuer': [D] }, permit: PERMIT }],
    },
    'yangent-agents:agents': {
      agent: [
        agentEntry('broker', ['@carrier-c']),
        agentEntry('of-agent', [`${c.url}/agents/noc@carrier-c`]),
        agentEntry('of-user', ['noc@carrier-c']),
      ],
    },
  });
});
afterAll(async () => {
  admin?.close();
  await c?.stop();
  await rig?.stop();
});

/** Sends a request with a token that is bound to `key`, and a proof. */
async function as(token: string, method: string, path: string, body?: object): Promise<HttpAnswer> {
  const url = `${rig.url}${path.split('?')[0]}`;
  const send = async (nonce?: string) => {
    const proof = await key.proof({ method, url, token, ...(nonce === undefined ? {} : { nonce }) });
    return admin.send(method, path, {
      headers: { authorization: `DPoP ${token}`, dpop: proof },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };
  const first = await send();
  const nonce = first.headers['dpop-nonce'];
  return first.status === 401 && typeof nonce === 'string' ? send(nonce) : first;
}
const AGENTS = '/restconf/data/yangent-agents:agents?depth=2';
const bound = (claims: JWTPayload = {}) => c.token(rig.url, { cnf: key.cnf, ...claims });
const claim = (agent: string, claims?: JWTPayload) =>
  bound(claims).then((token) =>
    as(token, 'POST', '/restconf/operations/yangent-tasks:claim-next', { 'yangent-tasks:input': { agent } }),
  );

describe('a node of a trust domain', () => {
  it('IOA-7.1-c ANF-9.1-g: speaks for its users and its agents, whose names are no others', async () => {
    expect((await as(await bound(), 'GET', AGENTS)).status).toBe(200);
    const agent = `${c.url}/agents/noc`;
    expect((await claim('of-agent', { sub: agent })).status).toBe(204);
    expect((await claim('of-user', { sub: agent })).status).toBe(403);
    expect((await claim('of-user', { sub: 'noc' })).status).toBe(204);
    expect((await claim('of-agent', { sub: 'noc' })).status).toBe(403);
    for (const sub of [agent, 'noc', c.url]) expect([sub, (await claim('broker', { sub })).status]).toEqual([sub, 204]);
  });

  it.each<[string, (host: Host) => JWTPayload]>([
    ['without being an actor', () => ({ act: undefined })],
    ['with another as the nearest actor', ({ url }) => ({ act: { sub: 'bot', act: { sub: url } } })],
    ['for an agent of another host', () => ({ sub: 'https://other.example/agents/noc' })],
    ['for an agent without a name', ({ url }) => ({ sub: `${url}/agents/` })],
    ['for a path that is no agent', ({ url }) => ({ sub: `${url}/agents/noc/x` })],
    ['with a token for another node', () => ({ aud: 'https://other.example' })],
    ['with a token that holds for an hour', () => ({ exp: nowSeconds() + 3_600 })],
    ['with a token that is bound to no key', () => ({ cnf: undefined })],
  ])('is not heard %s', async (_what, claims) => {
    expect((await as(await bound(claims(c)), 'GET', AGENTS)).status).toBe(401);
  });

  it.each<[string, (host: Host, other: Host) => object]>([
    ['call it otherwise', ({ url }) => ({ issuer: 'https://other.example', jwks_uri: `${url}/oauth/jwks` })],
    ['have its keys elsewhere', ({ url }, other) => ({ issuer: url, jwks_uri: `${other.url}/oauth/jwks` })],
  ])('is not heard when its metadata %s', async (what, metadata) => {
    const host = await Host.start();
    host.metadata = metadata(host, c);
    const before = c.asked;
    await rig.node.edit(await trust(what === 'call it otherwise' ? 'carrier-e' : 'carrier-f', host));
    const answer = await as(await host.token(rig.url, { cnf: key.cnf }), 'GET', AGENTS);
    expect([answer.status, c.asked]).toEqual([503, before]);
    await host.stop();
  });

  it('is of one domain only, also as the issuer of its tokens', async () => {
    const put = await admin.send('PUT', '/restconf/data/yangent-access:access/trust-domain=carrier-x', {
      body: JSON.stringify({
        'yangent-access:trust-domain': [{ name: 'carrier-x', by: { 'node-host': [new URL(c.url).host] } }],
      }),
    });
    expect([put.status, put.body]).toEqual([400, expect.stringContaining('trust-domain-overlap')]);
  });
});

describe('token exchange', () => {
  const exchange = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    admin.send('POST', '/oauth/token', {
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ grant_type: EXCHANGE, subject_token_type: JWT, ...form }).toString(),
      headers: { authorization: '', ...headers },
    });
  const proved = async (form: Readonly<Record<string, string>>) => {
    const url = `${rig.url}/oauth/token`;
    const proof = (nonce?: string) =>
      key.proof({ method: 'POST', url, token: '', claims: { ath: undefined }, ...(nonce ? { nonce } : {}) });
    const first = await exchange(form, { dpop: await proof() });
    return exchange(form, { dpop: await proof(String(first.headers['dpop-nonce'])) });
  };

  it('is refused with proofs of two domains', async () => {
    const form = { subject_token: await bound(), actor_token_type: JWT, scope: 'data.read' };
    const actor = await ofD.token({ iss: D, sub: 'bot', cnf: key.cnf });
    const answer = await exchange({ ...form, actor_token: actor });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([401, 'invalid_client']);
    const { body } = await admin.send(
      'GET',
      '/restconf/data/yangent-access:access/trust-domain=carrier-d/refused=two-domains',
    );
    expect(JSON.parse(body)['yangent-access:refused']).toEqual([{ reason: 'two-domains', count: '1' }]);
  });

  it('gives a token for a node of a trust domain, within what may be sent there', async () => {
    const subject = await ofD.token({ iss: ISSUER, sub: 'ann' });
    const form = { subject_token: subject, audience: c.url, scope: 'yangent-tasks.assign' };
    expect(JSON.parse((await proved(form)).body).error).toBe('invalid_target');
    const send = [{ name: 'tasks', action: ['yangent-tasks.assign'] }];
    await rig.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name: 'carrier-c', send }] } });
    const answer = await proved(form);
    const { access_token: token, token_type: type } = JSON.parse(answer.body);
    expect([answer.status, type]).toEqual([200, 'DPoP']);
    expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())).toMatchObject({
      ...{ iss: rig.url, aud: c.url, sub: 'ann', act: { sub: rig.url }, cnf: key.cnf },
      capabilities: [{ action: 'yangent-tasks.assign' }],
    });
    expect(JSON.parse((await proved({ ...form, scope: 'data.read' })).body).error).toBe('invalid_scope');
    expect(JSON.parse((await exchange(form)).body).error).toBe('invalid_request');
    const foreign = { ...form, subject_token: await ofD.token({ iss: D, sub: 'bot', cnf: key.cnf }) };
    expect(JSON.parse((await proved(foreign)).body).error).toBe('invalid_target');
  });
});
