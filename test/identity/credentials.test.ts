/** Credentials of agents: the rules come before any question to a host. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Credentials } from '../../src/identity/credential/credentials.js';
import { Resolver } from '../../src/identity/resolver/resolver.js';
import { verifyDocument } from '../../src/identity/verify/verify.js';
import { compactJws, type JsonObject, jwkOf, type KeyPair, makeKeyPair, signJws } from '../../src/keys/index.js';

const HOLDER = 'did:web:agents.example:bot';
const LIST = 'https://status.example/list';

/** Somebody with a key who signs credentials. */
async function issuer() {
  const pair: KeyPair = await makeKeyPair('ed25519');
  const did = `did:jwk:${Buffer.from(jwkOf(pair.spki).text).toString('base64url')}`;
  const sign = (payload: JsonObject, kid = `${did}#0`, typ = 'vc+jwt') => {
    const octets = Buffer.from(JSON.stringify(payload));
    return compactJws(signJws({ typ, kid }, octets, pair), octets);
  };
  const credential = (more: object = {}): JsonObject => ({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential', 'Radiology'],
    issuer: did,
    credentialSubject: { id: HOLDER },
    ...more,
  });
  return { did, pair, sign, credential };
}

const statusAt = (statusListCredential: string, statusListIndex = '8') => ({
  credentialStatus: {
    ...{ type: 'BitstringStatusListEntry', statusPurpose: 'revocation', statusListIndex, statusListCredential },
  },
});

/** Judges credentials while a host shows a status list of the authority, in which the place 9 is set. */
async function rig() {
  const [authority, stranger] = [await issuer(), await issuer()];
  const bits = Buffer.alloc(16_384);
  bits[1] = 0b0100_0000;
  const encodedList = `u${gzipSync(bits).toString('base64url')}`;
  const list = authority.credential({
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
  });
  const asked: string[] = [];
  const resolver = new Resolver({
    fetch: async (url) => {
      asked.push(url);
      return url === LIST ? new Response(authority.sign(list)) : new Response('', { status: 404 });
    },
    hosts: () => ['status.example'],
    own: async () => undefined,
    now: () => 0,
  });
  const credentials = new Credentials({
    verify: (text, accept) =>
      verifyDocument(text, {
        resolve: (did) => resolver.resolve(did),
        fetch: (url) => resolver.text(url),
        now: 0,
        accept,
      }),
    ruling: () => ({
      rules: [{ type: 'Radiology', 'issuer-did': [authority.did] }],
      domainOf: () => undefined,
      now: 0,
    }),
  });
  const reasons = async (text: string) => (await credentials.judge([text], HOLDER))[0]?.reasons;
  return { authority, stranger, credentials, asked, reasons };
}

it('a stranger cannot make the node ask a host by a credential that no rule lets count', async () => {
  const { authority, stranger, asked, reasons } = await rig();
  const at = statusAt('https://status.example/random/1');
  const made = 'did:web:status.example:random';
  const noRule = ['no credential-rule for its types names its issuer'];
  expect(await reasons(stranger.sign(stranger.credential(at)))).toEqual(noRule);
  expect(await reasons(stranger.sign(stranger.credential({ ...at, issuer: made }), `${made}#0`))).toEqual(noRule);
  expect(await reasons(stranger.sign(authority.credential(at)))).toEqual([expect.stringContaining('it is signed by')]);
  expect(await reasons(stranger.sign(authority.credential(at), `${authority.did}#0`))).toEqual([
    expect.stringContaining('does not verify'),
  ]);
  expect(await reasons(authority.sign(authority.credential({ ...at, type: ['VerifiableCredential'] })))).toEqual([
    'no credential-rule is for one of its types',
  ]);
  const another = { ...at, credentialSubject: { id: 'did:web:agents.example:other' } };
  expect(await reasons(authority.sign(authority.credential(another)))).toEqual(['it is about another than the agent']);
  const card = {
    name: 'a',
    signatures: [signJws({ typ: 'JOSE', kid: `${made}#0` }, Buffer.from('{}'), stranger.pair)],
  };
  expect(await reasons(JSON.stringify(card))).toEqual(['it is no credential']);
  expect(asked).toEqual([]);
});

it('a credential of a rule is judged by its status list', async () => {
  const { authority, credentials, asked } = await rig();
  const issue = (place: string) => authority.sign(authority.credential(statusAt(LIST, place)));
  expect(await credentials.judge([issue('8'), issue('9')], HOLDER)).toEqual([
    { isValid: true, issuer: authority.did, types: ['Radiology'], reasons: [] },
    { isValid: false, types: [], reasons: [`it is revoked, says ${LIST}`] },
  ]);
  expect(asked).toEqual([LIST]);
});

it('a host that was asked too often is told apart from one that is down', async () => {
  const { authority, credentials } = await rig();
  const issue = (n: number) => authority.sign(authority.credential(statusAt(`https://status.example/${n}`)));
  for (let n = 0; n < 60; n += 1) await credentials.judge([issue(n)], HOLDER);
  expect(await credentials.judge([issue(60)], HOLDER)).toEqual([
    {
      ...{ isValid: false, unknown: 'asked-too-often', types: ['Radiology'] },
      reasons: ['the host status.example was asked 60 times within a minute; try again later'],
    },
  ]);
});
