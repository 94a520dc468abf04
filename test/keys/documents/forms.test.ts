/** Public keys as Multikeys and JSON Web Keys, and signatures with headers (JWS), as other libraries make them. */
import { CompactSign, flattenedVerify, generateKeyPair, importJWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { multikeyOf, readMultikey } from '../../../src/keys/data-integrity/multikey.js';
import { readCompactJws, signJws, verifyJws } from '../../../src/keys/jws.js';
import { makeKeyPair } from '../../../src/keys/pair/algorithm.js';
import { jwkOf, readJwk } from '../../../src/keys/pair/jwk.js';
import type { KeyPair } from '../../../src/keys/pair/key-pair.js';
import { type PublicKey, publicKeyOf } from '../../../src/keys/pair/raw.js';

const KINDS = ['ed25519', 'p-256', 'x25519'] as const;
const BEGINNINGS = { ed25519: 'z6Mk', 'p-256': 'zDn', x25519: 'z6LS' } as const;

describe.each(KINDS)('a key of the algorithm %s', (algorithm) => {
  let pair: KeyPair;
  beforeAll(async () => {
    pair = await makeKeyPair(algorithm);
  });

  it('is the same after it was written as a Multikey', () => {
    const text = multikeyOf(pair.spki);
    expect(text.startsWith(BEGINNINGS[algorithm])).toBe(true);
    expect(readMultikey(text)).toEqual({ algorithm, spki: pair.spki });
  });

  it('is the same after it was written as a JSON Web Key', () => {
    expect(readJwk(JSON.parse(jwkOf(pair.spki).text))).toEqual({ algorithm, spki: pair.spki });
  });
});

describe('a key', () => {
  it.each([
    // Published as did:key in the W3C CCG's description of that method.
    ['zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169', 'p-256'],
    ['z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK', 'ed25519'],
  ])('%s of others is read', (text, algorithm) => {
    expect(readMultikey(text).algorithm).toBe(algorithm);
    expect(multikeyOf(readMultikey(text).spki)).toBe(text);
  });

  it.each<[string, string, RegExp]>([
    ['of another multicodec', 'zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme', /none of ed25519/],
    ['too short', 'z6Mk', /none of ed25519|has 32 octets/],
    ['with a letter that base58 does not have', 'z6Mk0', /base58btc/],
    ['in base64', 'u7QE', /base58btc/],
  ])('%s is refused', (_, text, message) => {
    expect(() => readMultikey(text)).toThrow(message);
  });

  it.each<[string, object, RegExp]>([
    ['with its private part', { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), d: 'A' }, /private part/],
    ['of another curve', { kty: 'EC', crv: 'P-384', x: 'A', y: 'A' }, /none of Ed25519/],
    [
      'off its curve',
      { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
      /no key of the algorithm p-256/,
    ],
    ['with a short coordinate', { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }, /32 octets in base64url/],
  ])('as a JSON Web Key %s is refused', (_, jwk, message) => {
    expect(() => readJwk({ ...jwk })).toThrow(message);
  });
});

describe.each([
  ['ed25519', 'EdDSA'],
  ['p-256', 'ES256'],
] as const)('a signature with a key %s', (algorithm, alg) => {
  const payload = Buffer.from('{"name":"core-1"}');
  let pair: KeyPair;
  let key: PublicKey;
  beforeAll(async () => {
    pair = await makeKeyPair(algorithm);
    key = { algorithm, spki: pair.spki };
  });
  const rules = () => ({ typ: 'JOSE', key: async () => key });

  it('is verified by jose', async () => {
    const signature = signJws({ typ: 'JOSE', kid: 'did:example:1#key' }, payload, pair);
    const jwk = await importJWK({ ...JSON.parse(jwkOf(pair.spki).text), alg });
    const { protectedHeader } = await flattenedVerify({ ...signature, payload: payload.toString('base64url') }, jwk);
    expect(protectedHeader).toEqual({ alg, kid: 'did:example:1#key', typ: 'JOSE' });
  });

  it('does not verify with another payload, another key or another typ', async () => {
    const signature = signJws({ typ: 'JOSE', kid: 'k' }, payload, pair);
    await expect(verifyJws(signature, payload, rules())).resolves.toEqual({ alg, kid: 'k', typ: 'JOSE' });
    await expect(verifyJws(signature, Buffer.from('{}'), rules())).rejects.toThrow('was changed');
    const other = await makeKeyPair(algorithm);
    const foreign = { ...rules(), key: async () => ({ algorithm, spki: other.spki }) };
    await expect(verifyJws(signature, payload, foreign)).rejects.toThrow('was changed');
    await expect(verifyJws(signature, payload, { ...rules(), typ: 'vc+jwt' })).rejects.toThrow('JOSE, not vc+jwt');
  });
});

describe('a signature', () => {
  it.each<[string, object, RegExp]>([
    ['without algorithm', { alg: 'none', kid: 'k', typ: 'JOSE' }, /made with none/],
    ['of a shared secret', { alg: 'HS256', kid: 'k', typ: 'JOSE' }, /made with HS256/],
    ['of another kind of key', { alg: 'ES256', kid: 'k', typ: 'JOSE' }, /of the algorithm ed25519/],
    ['with extensions', { alg: 'EdDSA', kid: 'k', typ: 'JOSE', crit: ['b64'], b64: false }, /has extensions/],
    ['without the name of its key', { alg: 'EdDSA', typ: 'JOSE' }, /lacks one of alg, kid and typ/],
  ])('%s is refused', async (_, header, message) => {
    const { spki } = await makeKeyPair('ed25519');
    const text = Buffer.from(JSON.stringify(header)).toString('base64url');
    const key = async (): Promise<PublicKey> => ({ algorithm: 'ed25519', spki });
    await expect(
      verifyJws({ protected: text, signature: '' }, Buffer.from('{}'), { typ: 'JOSE', key }),
    ).rejects.toThrow(message);
  });

  it('of jose verifies, in its compact form', async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
    const text = await new CompactSign(Buffer.from('{"sub":"did:example:1"}'))
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k', typ: 'application/vc+jwt', jku: 'https://attacker.example/keys' })
      .sign(privateKey);
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', publicKey));
    const { signature, payload } = readCompactJws(text);
    const key = async () => publicKeyOf('ed25519', raw);
    await expect(verifyJws(signature, payload, { typ: 'vc+jwt', key })).resolves.toMatchObject({ kid: 'k' });
    expect(payload.toString()).toBe('{"sub":"did:example:1"}');
  });

  it('in another form is refused', () => {
    expect(() => readCompactJws('a.b')).toThrow('three parts in base64url');
    expect(() => readCompactJws('a.b.c.d')).toThrow('three parts in base64url');
    expect(() => readCompactJws('AA.A=.AA')).toThrow('no base64url');
  });
});
