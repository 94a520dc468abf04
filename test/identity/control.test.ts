/** Agents that prove, when they register, that they have the key of their identifier. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Challenges } from '../../src/identity/control/challenges.js';
import { compactJws, jcs, jwkOf, type KeyPair, makeKeyPair, multikeyOf, signJws } from '../../src/keys/index.js';
import { errorIn, Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { NODE_DID, startIdentityNode } from './rig.js';

let rig: TestNode;
let admin: Https;
let ann: Https;
let pair: KeyPair;
let did: string;

beforeAll(async () => {
  rig = await startIdentityNode();
  admin = new Https(rig);
  ann = new Https(rig, 'ann', 'the password of ann');
  pair = await makeKeyPair('ed25519');
  did = `did:key:${multikeyOf(pair.spki)}`;
});

afterAll(async () => {
  admin.close();
  ann.close();
  await rig.stop();
});

const rpc = (by: Https, name: string, input: object = {}) =>
  by.send('POST', `/restconf/operations/${name}`, { body: JSON.stringify({ [`${name.split(':')[0]}:input`]: input }) });

async function challenge(by = ann): Promise<{ nonce: string; audience: string; expires: string }> {
  const { body } = await by.send('POST', '/restconf/operations/yangent-identity:challenge', { body: '' });
  return JSON.parse(body)['yangent-identity:output'];
}

const agent = (id: string, identifier = did) => ({
  id,
  profile: { name: id, description: 'walks the line', version: '1.0.0', provider: 'ACME' },
  registration: { 'digital-identifier': identifier },
});

interface Terms {
  readonly claims?: object;
  readonly typ?: string;
  readonly key?: KeyPair;
  readonly kid?: string;
}

/** Returns the registration of an agent with its proof; `terms` say where the proof is wrong. */
async function proved(id: string, { claims, typ = 'yangent-registration+jwt', key = pair, kid }: Terms = {}) {
  const { profile, registration } = agent(id);
  const { nonce, audience } = await challenge();
  const digest = createHash('sha256').update(jcs({ profile, registration })).digest('base64url');
  const payload = Buffer.from(JSON.stringify({ nonce, aud: audience, agent: id, registration: digest, ...claims }));
  const name = kid ?? `${did}#${multikeyOf(pair.spki)}`;
  return { ...agent(id), 'yangent-identity:proof': compactJws(signJws({ typ, kid: name }, payload, key), payload) };
}

const register = (input: object, by = ann) => rpc(by, 'yangent-agents:register', input);

async function identityOf(id: string): Promise<unknown> {
  const { body } = await ann.send('GET', `/restconf/data/yangent-agents:agents/agent=${id}/status`);
  return JSON.parse(body)['yangent-agents:status']['yangent-identity:identity'];
}

describe('an agent that registers', () => {
  it('without identifier has none', async () => {
    const { registration: _, ...plain } = agent('walker');
    expect((await register(plain)).status).toBe(200);
    expect(await identityOf('walker')).toBeUndefined();
  });

  it('ANF-4-f: with an identifier claims it, and with a proof proves it, until it registers without', async () => {
    expect((await register(agent('walker'))).status).toBe(200);
    expect(await identityOf('walker')).toEqual({ did, control: 'claimed' });
    expect((await register(await proved('walker'))).status).toBe(200);
    expect(await identityOf('walker')).toEqual({ did, control: 'proved' });
    const { body } = await admin.send('GET', '/restconf/data/yangent-agents:agents/agent=walker?content=config');
    expect(body).not.toContain('proof');
    expect((await register(agent('walker'))).status).toBe(200);
    expect(await identityOf('walker')).toEqual({ did, control: 'claimed' });
  });

  it('that changes its identifier afterwards has proved nothing', async () => {
    expect((await register(await proved('changer'))).status).toBe(200);
    const path = '/restconf/data/yangent-agents:agents/agent=changer/registration/digital-identifier';
    const body = JSON.stringify({ 'yangent-agents:digital-identifier': 'did:web:bank.example' });
    expect((await admin.send('PUT', path, { body })).status).toBe(204);
    expect(await identityOf('changer')).toEqual({ did: 'did:web:bank.example', control: 'claimed' });
  });

  it('may name its key as a JSON Web Key', async () => {
    const key = await makeKeyPair('p-256');
    const identifier = `did:jwk:${Buffer.from(jwkOf(key.spki).text).toString('base64url')}`;
    const { nonce, audience } = await challenge();
    const { profile, registration } = agent('jwk', identifier);
    const digest = createHash('sha256').update(jcs({ profile, registration })).digest('base64url');
    const payload = Buffer.from(JSON.stringify({ nonce, aud: audience, agent: 'jwk', registration: digest }));
    const signature = signJws({ typ: 'yangent-registration+jwt', kid: `${identifier}#0` }, payload, key);
    const proof = { 'yangent-identity:proof': compactJws(signature, payload) };
    expect((await register({ ...agent('jwk', identifier), ...proof })).status).toBe(200);
    expect(await identityOf('jwk')).toEqual({ did: identifier, control: 'proved' });
  });
});

describe('a proof', () => {
  it.each<[string, () => Promise<object>, RegExp]>([
    ['for another node', () => proved('x', { claims: { aud: 'did:wba:other.example' } }), /its aud is not/],
    ['of another agent', () => proved('x', { claims: { agent: 'y' } }), /its agent is not x/],
    ['of another registration', () => proved('x', { claims: { registration: 'AAAA' } }), /its registration is not/],
    ['with another nonce', () => proved('x', { claims: { nonce: 'AAAA' } }), /its nonce is none/],
    ['of another kind', () => proved('x', { typ: 'at+jwt' }), /at\+jwt, not yangent-registration\+jwt/],
    ['with another key', async () => proved('x', { key: await makeKeyPair('ed25519') }), /does not verify/],
    ['by another identifier', () => proved('x', { kid: 'did:web:other.example#k' }), /not by did:key:/],
    [
      'without identifier',
      async () => ({ ...(await proved('x')), registration: { 'digital-identifier': 'badge 7' } }),
      /is not the identifier \(DID\)/,
    ],
    ['that is none', async () => ({ ...agent('x'), 'yangent-identity:proof': 'no proof' }), /no JWS/],
  ])('%s is refused, and nothing is registered', async (_, make, message) => {
    const answer = await register(await make());
    expect([answer.status, errorIn(answer)]).toEqual([
      403,
      expect.objectContaining({
        'error-tag': 'access-denied',
        'error-app-tag': 'identity-not-proved',
        'error-message': expect.stringMatching(message),
      }),
    ]);
    expect((await admin.send('GET', '/restconf/data/yangent-agents:agents/agent=x')).status).toBe(404);
  });

  it('is taken once, and of the user who was asked', async () => {
    const registration = await proved('once');
    expect((await register(registration, admin)).status).toBe(403);
    expect((await register(registration)).status).toBe(200);
    expect(errorIn(await register(registration))).toMatchObject({ 'error-app-tag': 'identity-not-proved' });
  });

  it('ends when the agent is removed', async () => {
    expect((await register(await proved('stays'))).status).toBe(200);
    expect((await rpc(ann, 'yangent-agents:deregister', { id: 'stays' })).status).toBe(204);
    expect((await register(agent('stays'))).status).toBe(200);
    expect(await identityOf('stays')).toEqual({ did, control: 'claimed' });
  });
});

describe('a node may want agents', () => {
  const want = (identity: string) =>
    rig.node.edit({ 'yangent-agents:agents': { policy: { 'yangent-identity:identity': identity } } });
  const refused = { 'error-tag': 'access-denied', 'error-app-tag': 'identity-required' };

  it('with an identifier', async () => {
    await want('claimed');
    expect(errorIn(await register(agent('wanted', 'badge 7')))).toMatchObject(refused);
    expect((await register(agent('wanted'))).status).toBe(200);
  });

  it('with a proved identifier', async () => {
    await want('proved');
    expect(errorIn(await register(agent('wanted')))).toMatchObject(refused);
    expect((await register(await proved('wanted'))).status).toBe(200);
    await want('none');
    expect((await register(agent('wanted'))).status).toBe(200);
  });
});

it('a question names the node and ends after five minutes', async () => {
  const { audience, expires, nonce } = await challenge();
  expect([audience, nonce]).toEqual([NODE_DID, expect.stringMatching(/^[\w-]{32}$/)]);
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(290_000);
  let now = 0;
  const challenges = new Challenges(() => now);
  const late = challenges.ask('ann');
  now = 300_000;
  expect(challenges.take('ann', late?.nonce ?? '')).toBe(false);
});

it('the oldest question to a user is forgotten when there are too many', () => {
  const challenges = new Challenges(() => 0);
  const other = challenges.ask('bob');
  const [first, ...later] = Array.from({ length: 17 }, () => challenges.ask('ann')?.nonce ?? '');
  expect(challenges.take('ann', first ?? '')).toBe(false);
  expect(later.every((nonce) => challenges.take('ann', nonce))).toBe(true);
  expect(challenges.take('bob', other?.nonce ?? '')).toBe(true);
});

it('a node without a name asks nothing', async () => {
  await admin.send('DELETE', '/restconf/data/yangent-identity:identity/host');
  const answer = await ann.send('POST', '/restconf/operations/yangent-identity:challenge', { body: '' });
  expect(errorIn(answer)).toMatchObject({ 'error-app-tag': 'no-name' });
});
