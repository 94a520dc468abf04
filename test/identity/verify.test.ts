/** Judgements of documents: by whom they are signed, and why they are refused. */
import { gzipSync } from 'node:zlib';
import { CompactSign, importPKCS8 } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentDid } from '../../src/identity/did/name.js';
import { agentDocument } from '../../src/identity/document/did-document.js';
import { Resolver } from '../../src/identity/resolver/resolver.js';
import { verifyDocument } from '../../src/identity/verify/verify.js';
import {
  type JsonObject,
  jcs,
  jwkOf,
  type KeyPair,
  makeKeyPair,
  multikeyOf,
  privateKeyPem,
  signJws,
  withProof,
} from '../../src/keys/index.js';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const HOST = 'agents.example';

let pair: KeyPair;
let other: KeyPair;
/** The identifier that is the key itself. */
let did: string;
let method: string;
/** The answers of the hosts of the test, by URL, and what they were asked. */
let shown: Map<string, string>;
let asked: string[];

const keyDid = ({ spki }: KeyPair) => `did:key:${multikeyOf(spki)}`;
const methodOf = (key: KeyPair) => `${keyDid(key)}#${multikeyOf(key.spki)}`;

beforeAll(async () => {
  pair = await makeKeyPair('ed25519');
  other = await makeKeyPair('ed25519');
  did = keyDid(pair);
  method = methodOf(pair);
});

function resolver(hosts: readonly string[] = []) {
  shown = new Map();
  asked = [];
  return new Resolver({
    hosts: () => hosts,
    own: async () => undefined,
    now: () => NOW,
    fetch: async (url) => {
      asked.push(url);
      const text = shown.get(url);
      return text === undefined ? new Response('', { status: 404 }) : new Response(text);
    },
  });
}

const verify = (document: JsonObject | string, nonce?: string, by = resolver()) =>
  verifyDocument(typeof document === 'string' ? document : JSON.stringify(document), {
    resolve: (each) => by.resolve(each),
    fetch: (url) => by.text(url),
    now: NOW,
    ...(nonce === undefined ? {} : { nonce }),
  });

const signed = (document: JsonObject, more: { challenge?: string; domain?: string } = {}, key = pair, id = method) =>
  withProof(document, {
    ...{ key: key.pkcs8, verificationMethod: id, purpose: 'assertionMethod', created: NOW },
    ...more,
  });

const description = (more: object = {}) => ({
  type: 'AgentDescription',
  name: 'a',
  url: 'https://agents.example/ad.json',
  ...more,
});

describe('a description', () => {
  it('ANF-5.4-a: is valid when the agent that it describes has signed it', async () => {
    expect(await verify(signed(description({ did }), { challenge: 'question-1' }), 'question-1')).toEqual({
      kind: 'agent-description',
      isValid: true,
      issuer: did,
      subject: did,
      types: ['AgentDescription'],
      reasons: [],
    });
  });

  it.each<[string, () => JsonObject, string | undefined, RegExp]>([
    [
      'signed by another',
      () => signed(description({ did }), {}, other, methodOf(other)),
      undefined,
      /but is signed by did:key:/,
    ],
    ['without DID, by a stranger', () => signed(description()), undefined, /its signer did:key:\S+ is not of the host/],
    [
      'that does not answer',
      () => signed(description({ did }), { challenge: 'question-1' }),
      'question-2',
      /the nonce/,
    ],
    ['without answer', () => signed(description({ did })), 'question-2', /the nonce/],
    ['for another host', () => signed(description({ did }), { domain: 'other.example' }), undefined, /another host/],
    ['with the key of another', () => signed(description({ did }), {}, other), undefined, /was changed/],
    ['without proof', () => description({ did }), undefined, /has no proof/],
    ['whose key has no name', () => signed(description({ did }), {}, pair, did), undefined, /does not name a key/],
  ])('%s is refused', async (_, make, nonce, reason) => {
    const { isValid, issuer, reasons } = await verify(make(), nonce);
    expect([isValid, issuer, reasons]).toEqual([false, undefined, [expect.stringMatching(reason)]]);
  });
});

describe('a card', () => {
  const card = { name: 'painter', description: 'paints', version: '1.0.0', skills: [] };
  const sign = (content: JsonObject, key = pair, kid = methodOf(key)) =>
    signJws({ typ: 'JOSE', kid }, jcs(content), key);

  it('is valid, and its empty members do not count', async () => {
    const { skills: _, ...content } = card;
    expect(await verify({ ...card, signatures: [sign(content)] })).toMatchObject({
      ...{ kind: 'agent-card', isValid: true, issuer: did, subject: 'painter' },
    });
  });

  it('with a key of P-256 is valid', async () => {
    const key = await makeKeyPair('p-256');
    const jwk = Buffer.from(jwkOf(key.spki).text).toString('base64url');
    const kid = `did:jwk:${jwk}#0`;
    expect(await verify({ name: 'a', signatures: [sign({ name: 'a' }, key, kid)] })).toMatchObject({
      ...{ isValid: true, issuer: `did:jwk:${jwk}` },
    });
  });

  it.each<[string, () => JsonObject, RegExp]>([
    ['changed', () => ({ ...card, name: 'Painter', signatures: [sign({ ...card })] }), /was changed/],
    ['without signatures', () => ({ ...card, signatures: [] }), /has 1 to 4 signatures/],
    [
      'with a second signature that fails',
      () => ({ name: 'a', signatures: [sign({ name: 'a' }), sign({ name: 'b' })] }),
      /was changed/,
    ],
    [
      'signed by two',
      () => ({ name: 'a', signatures: [sign({ name: 'a' }), sign({ name: 'a' }, other)] }),
      /by different signers/,
    ],
  ])('%s is refused', async (_, make, reason) => {
    expect(await verify(make())).toMatchObject({ isValid: false, reasons: [expect.stringMatching(reason)] });
  });

  it('cannot answer a nonce', async () => {
    expect(await verify({ name: 'a', signatures: [sign({ name: 'a' })] }, 'n-1')).toMatchObject({ isValid: false });
  });
});

describe('a credential', () => {
  const credential = (more: object = {}): JsonObject => ({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential', 'OperatorCredential'],
    issuer: did,
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: '2027-01-01T00:00:00Z',
    credentialSubject: { id: 'did:example:agent' },
    ...more,
  });
  const jwt = async (payload: object, typ = 'vc+jwt') =>
    new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'EdDSA', kid: method, typ })
      .sign(await importPKCS8(privateKeyPem(pair.pkcs8), 'EdDSA'));

  it('is valid with a proof, and as JWT', async () => {
    const verdict = {
      ...{ kind: 'credential', isValid: true, issuer: did, subject: 'did:example:agent' },
      types: ['VerifiableCredential', 'OperatorCredential'],
    };
    expect(await verify(signed(credential()))).toMatchObject(verdict);
    expect(await verify(signed(credential({ issuer: { id: did, name: 'ACME' } })))).toMatchObject(verdict);
    expect(await verify(await jwt(credential()))).toMatchObject(verdict);
  });

  it.each<[string, object, RegExp]>([
    ['of another issuer', { issuer: 'did:example:issuer' }, /its issuer is did:example:issuer, but it is signed by/],
    ['not valid yet', { validFrom: '2026-12-01T00:00:00Z' }, /not valid yet/],
    ['no longer valid', { validUntil: '2026-11-01T00:00:00Z' }, /no longer valid/],
    [
      'with a status of another kind',
      { credentialStatus: { type: 'StatusList2021Entry' } },
      /no BitstringStatusListEntry/,
    ],
    ['of version 1', { '@context': ['https://www.w3.org/2018/credentials/v1'] }, /does not begin with/],
  ])('%s is refused, with a proof and as JWT', async (_, more, reason) => {
    for (const document of [signed(credential(more)), await jwt(credential(more))])
      expect(await verify(document)).toMatchObject({ isValid: false, reasons: [expect.stringMatching(reason)] });
  });

  describe('with a status', () => {
    const URL_OF_LIST = `https://${HOST}/status/1`;
    const status = (index: string, more: object = {}) => ({
      credentialStatus: {
        ...{ type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
        ...{ statusListIndex: index, statusListCredential: URL_OF_LIST, ...more },
      },
    });
    /** Returns a list in which the place 9 is set, the second bit of the second octet. */
    const list = (octets = 16_384, more: object = {}) => {
      const bits = Buffer.alloc(octets);
      if (octets > 1) bits[1] = 0b0100_0000;
      return credential({
        type: ['VerifiableCredential', 'BitstringStatusListCredential'],
        credentialSubject: {
          ...{ type: 'BitstringStatusList', statusPurpose: 'revocation' },
          encodedList: `u${gzipSync(bits).toString('base64url')}`,
          ...more,
        },
      });
    };
    /** Judges a credential while its host shows a list. */
    const judged = (more: object, text: string, hosts: readonly string[] = [HOST]) => {
      const by = resolver(hosts);
      shown.set(URL_OF_LIST, text);
      return verify(signed(credential(more)), undefined, by);
    };

    it('is valid while its bit in the list of its issuer is not set', async () => {
      for (const text of [JSON.stringify(signed(list())), await jwt(list())]) {
        expect(await judged(status('8'), text)).toMatchObject({ isValid: true, reasons: [] });
        expect(await judged(status('9'), text)).toMatchObject({
          ...{ isValid: false, reasons: [`it is revoked, says ${URL_OF_LIST}`] },
        });
      }
      expect(asked).toEqual([URL_OF_LIST]);
    });

    it.each<[string, object, () => string, RegExp]>([
      ['behind the end of the list', status('131072'), () => JSON.stringify(signed(list())), /has no place 131072/],
      ['in a list that is too short', status('8'), () => JSON.stringify(signed(list(1024))), /fewer than 16384/],
      ['in a list that is too long', status('8'), () => JSON.stringify(signed(list(3_000_000))), /no gzip of at most/],
      ['in a list of another', status('8'), () => foreignList(), /signed by another issuer/],
      ['in a list that was changed', status('8'), () => JSON.stringify(list()), /has no proof/],
      ['of another purpose', status('8', { statusPurpose: 'message' }), () => '', /neither revocation nor suspension/],
      [
        'in a list of another purpose',
        status('8', { statusPurpose: 'suspension' }),
        () => JSON.stringify(signed(list())),
        /another purpose or form/,
      ],
      ['at a plain URL', status('8', { statusListCredential: `http://${HOST}/` }), () => '', /is no https URL/],
      ['without place', status('eight'), () => '', /lacks statusListIndex/],
    ])('%s is refused', async (_, more, text, reason) => {
      expect(await judged(more, text())).toMatchObject({ isValid: false, reasons: [expect.stringMatching(reason)] });
    });

    it('of a host that is not named is refused without a request', async () => {
      const { isValid, reasons } = await judged(status('8'), JSON.stringify(signed(list())), []);
      expect([isValid, reasons, asked]).toEqual([false, [expect.stringContaining('is not asked')], []]);
    });

    function foreignList(): string {
      return JSON.stringify(signed({ ...list(), issuer: keyDid(other) }, {}, other, methodOf(other)));
    }
  });

  it('as JWT of another kind is refused', async () => {
    const reasons = [expect.stringContaining('at+jwt, not vc+jwt')];
    expect(await verify(await jwt(credential(), 'at+jwt'))).toMatchObject({ isValid: false, reasons });
    expect(await verify('nonsense')).toMatchObject({ isValid: false });
  });
});

describe('a DID document', () => {
  const bound = (key: KeyPair, more: { agent?: string; signer?: KeyPair } = {}) => {
    const fingerprint = jwkOf(key.spki).id;
    const id = agentDid(HOST, more.agent ?? 'a', fingerprint);
    const shownKey = (each: KeyPair) => ({ fingerprint: jwkOf(each.spki).id, multikey: multikeyOf(each.spki) });
    const signer = more.signer ?? key;
    const documents = signer === key ? [shownKey(key)] : [shownKey(key), shownKey(signer)];
    const document = agentDocument(HOST, 'a', id, { documents, authentication: [], keyAgreement: [] });
    return { id, document: signed(document, {}, signer, `${id}#${jwkOf(signer.spki).id}`) };
  };

  it('with a fingerprint is valid without a question to its host', async () => {
    const { id, document } = bound(pair);
    expect(await verify(document)).toMatchObject({ kind: 'did-document', isValid: true, issuer: id, subject: id });
    expect(asked).toEqual([]);
  });

  it('that another key of the subject signed is refused', async () => {
    const { isValid, reasons } = await verify(bound(pair, { signer: other }).document);
    expect([isValid, reasons]).toEqual([false, [expect.stringMatching(/with another key than its identifier has/)]]);
  });

  it('without a fingerprint must be as its host shows it', async () => {
    const by = resolver([HOST]);
    const id = `did:web:${HOST}`;
    const key = { id: `${id}#k`, type: 'Multikey', controller: id, publicKeyMultibase: multikeyOf(pair.spki) };
    const document = { id, verificationMethod: [key], assertionMethod: ['#k'] };
    const proved = signed(document, {}, pair, `${id}#k`);
    expect(await verify(proved, undefined, by)).toMatchObject({ isValid: false });
    const again = resolver([HOST]);
    shown.set(`https://${HOST}/.well-known/did.json`, JSON.stringify(document));
    expect(await verify(proved, undefined, again)).toMatchObject({ isValid: true, issuer: id });
    expect(asked).toEqual([`https://${HOST}/.well-known/did.json`]);
    const stranger = resolver();
    expect((await verify(proved, undefined, stranger)).reasons[0]).toMatch(/resolver\/host does not name it/);
  });
});

it.each<[string, string, RegExp]>([
  ['that is no JSON', '{', /not well-formed/],
  ['with a member twice', '{"type":"AgentDescription","type":"AgentDescription"}', /stands twice/],
  ['of another kind', '{"hello":1}', /it is none of/],
  ['too long', `{"a":"${'a'.repeat(65_536)}"}`, /more than 65536 octets/],
])('a document %s is refused', async (_, text, reason) => {
  expect(await verify(text)).toMatchObject({ isValid: false, reasons: [expect.stringMatching(reason)] });
});
