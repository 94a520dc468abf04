/** Agents between trust domains, and credentials that come in by an edit. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compactJws, jcs, jwkOf, type KeyPair, makeKeyPair, multikeyOf, signJws } from '../../src/keys/index.js';
import { type TestIssuer, testIssuer } from '../support/dpop.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { until } from '../until.js';
import { startIdentityNode } from './rig.js';

const D = 'https://login.carrier-d.example';
const PERMIT = ['data.read', 'yangent-identity.challenge', 'yangent-agents.register'];

interface Party {
  readonly pair: KeyPair;
  readonly did: string;
  readonly kid: string;
}

async function party(): Promise<Party> {
  const pair = await makeKeyPair('ed25519');
  const key = multikeyOf(pair.spki);
  return { pair, did: `did:key:${key}`, kid: `did:key:${key}#${key}` };
}

let rig: TestNode;
let admin: Https;
let ann: Https;
let ofD: TestIssuer;
/** Of carrier Y, and of no domain. */
let [ofY, free]: Party[] = [];
let authority: { readonly pair: KeyPair; readonly did: string };
/** A host that takes connections and says nothing. */
let silent: Server;
let silentDid: string;

beforeAll(async () => {
  rig = await startIdentityNode({ limits: { login: { first: 1, longest: 1 } } });
  [admin, ann] = [new Https(rig), new Https(rig, 'ann', 'the password of ann')];
  [ofY, free, ofD] = await Promise.all([party(), party(), testIssuer()]);
  const pair = await makeKeyPair('ed25519');
  authority = { pair, did: `did:jwk:${Buffer.from(jwkOf(pair.spki).text).toString('base64url')}` };
  silent = createServer((socket) => socket.on('error', () => undefined));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const host = `localhost:${(silent.address() as AddressInfo).port}`;
  silentDid = `did:web:${host.replace(':', '%3A')}`;
  await rig.node.edit({
    'yangent-access:access': {
      'token-issuer': [{ issuer: D, audience: ['yangent'], jwks: ofD.jwks }],
      'trust-domain': [
        {
          ...{ name: 'carrier-d', by: { 'token-issuer': [D] }, 'proof-of-possession': false },
          permit: [{ name: 'all', action: PERMIT }],
        },
        { name: 'carrier-y', by: { did: [ofY?.did] } },
      ],
    },
    'yangent-identity:identity': {
      'credential-rule': [{ type: 'Radiology', 'issuer-did': [authority.did, silentDid] }],
      resolver: { host: [host] },
    },
  });
});
afterAll(async () => {
  for (const client of [admin, ann]) client?.close();
  await rig?.stop();
  silent?.close();
});

type As = { readonly headers?: Record<string, string> };
const rpc = (name: string, input: object, as: As = {}): Promise<HttpAnswer> =>
  ann.send('POST', `/restconf/operations/${name}`, {
    body: JSON.stringify({ [`${name.split(':')[0]}:input`]: input }),
    ...as,
  });

/** Registers an agent with a proof of its identifier. */
async function register(id: string, { pair, did, kid }: Party, as: As = {}): Promise<HttpAnswer> {
  const described = {
    profile: { name: id, description: 'reads', version: '1.0.0', provider: 'ACME' },
    registration: { 'digital-identifier': did },
  };
  const { body } = await rpc('yangent-identity:challenge', {}, as);
  const { nonce, audience } = JSON.parse(body)['yangent-identity:output'];
  const registration = createHash('sha256').update(jcs(described)).digest('base64url');
  const payload = Buffer.from(JSON.stringify({ nonce, aud: audience, agent: id, registration }));
  const proof = compactJws(signJws({ typ: 'yangent-registration+jwt', kid }, payload, pair), payload);
  return rpc('yangent-agents:register', { id, ...described, 'yangent-identity:proof': proof }, as);
}

async function identityOf(id: string) {
  const { body } = await ann.send('GET', `/restconf/data/yangent-agents:agents/agent=${id}/status`);
  return JSON.parse(body)['yangent-agents:status']['yangent-identity:identity'];
}

describe('an agent of a member of one trust domain', () => {
  const member = async (): Promise<As> => ({
    headers: { authorization: `Bearer ${await ofD.token({ iss: D, sub: 'dan' })}` },
  });
  const refusedBy = async (name: string) => {
    const { body } = await admin.send('GET', `/restconf/data/yangent-access:access/trust-domain=${name}/refused`);
    return JSON.parse(body)['yangent-access:refused'];
  };

  it('does not register with an identifier that another domain names', async () => {
    const answer = await register('spy', ofY!, await member());
    expect([answer.status, errorIn(answer)]).toEqual([
      403,
      expect.objectContaining({ 'error-tag': 'access-denied', 'error-app-tag': 'two-domains' }),
    ]);
    expect((await admin.send('GET', '/restconf/data/yangent-agents:agents/agent=spy')).status).toBe(404);
    for (const name of ['carrier-d', 'carrier-y'])
      expect(await refusedBy(name)).toEqual([expect.objectContaining({ reason: 'two-domains', count: '1' })]);
  });

  it('registers with one that no domain names', async () => {
    expect((await register('reader', free!, await member())).status).toBe(200);
    expect(await identityOf('reader')).toEqual({ did: free?.did, control: 'proved' });
  });
});

it('an agent of a user of this node registers with the identifier of a domain that it has proved', async () => {
  expect((await register('liaison', ofY!)).status).toBe(200);
  expect(await identityOf('liaison')).toEqual({ did: ofY?.did, control: 'proved' });
});

describe('a credential that comes in by an edit', () => {
  const credential = (issuer: string, subject: string | undefined, kid = `${issuer}#0`) => {
    const text = JSON.stringify({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      ...{ type: ['VerifiableCredential', 'Radiology'], issuer, credentialSubject: { id: subject } },
    });
    const octets = Buffer.from(text);
    return compactJws(signJws({ typ: 'vc+jwt', kid }, octets, authority.pair), octets);
  };
  const enter = async (...texts: readonly string[]) => {
    const path = '/restconf/data/yangent-agents:agents/agent=holder/registration/security';
    const body = JSON.stringify({ 'yangent-agents:security': { credential: texts } });
    expect([200, 201, 204]).toContain((await admin.send('PUT', path, { body })).status);
  };
  const isVerified = ({ credential: found }: { credential: { verdict: string }[] }) =>
    found.every(({ verdict }) => verdict !== 'unverified');

  it('does not count before it is verified, and is verified without another registration', async () => {
    const holder = await party();
    expect((await register('holder', holder)).status).toBe(200);
    await enter(credential(silentDid, holder.did));
    expect((await identityOf('holder')).credential).toEqual([{ number: 1, verdict: 'unverified' }]);
    const { credential: found } = await until(() => identityOf('holder'), isVerified);
    expect(found).toEqual([
      expect.objectContaining({ verdict: 'invalid', reason: [expect.stringContaining('gave no document')] }),
    ]);

    await enter(credential(authority.did, holder.did), credential(authority.did, 'did:web:other.example'));
    const { credential: now } = await until(() => identityOf('holder'), isVerified);
    expect(now).toHaveLength(2);
    expect(now).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ verdict: 'valid', type: ['Radiology'], issuer: authority.did }),
        expect.objectContaining({ verdict: 'invalid', reason: ['it is about another than the agent'] }),
      ]),
    );
  });
});
