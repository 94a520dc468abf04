/** DPoP proofs whose parts are anything: they are refused, and no error comes of them. */
import fc from 'fast-check';
import { calculateJwkThumbprint } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { readProof } from '../../../src/access/token/proof.js';
import { ProofKeys } from '../../../src/access/token/proof-key.js';
import { claimsOf, type ProofKeyPair, proofKeyPair } from '../../support/dpop.js';

const URL = 'https://node.example/restconf/data';
const REQUEST = { method: 'GET', url: URL, token: 'a.token.text' };
const ALGORITHMS = ['EdDSA', 'ES256', 'ES384', 'PS256', 'RS256'];
const made = new Map<string, ProofKeyPair>();
beforeAll(async () => {
  for (const alg of ALGORITHMS) made.set(alg, await proofKeyPair(alg));
});

function keyOf(alg: string): ProofKeyPair {
  const key = made.get(alg);
  if (!key) throw new Error(`no key for ${alg}`);
  return key;
}

function read(text: string, { cnf }: ProofKeyPair, keys = new ProofKeys()) {
  return readProof(text, { ...REQUEST, key: cnf.jkt, urls: [URL], now: Date.now() }, keys);
}

const part = (value: string | Uint8Array) => Buffer.from(value).toString('base64url');

describe.each(ALGORITHMS)('with %s', (alg) => {
  it('a proof is good, again and again with the same ready key', async () => {
    const [key, keys] = [keyOf(alg), new ProofKeys()];
    for (const jti of ['one', 'two']) {
      const proof = await key.proof({ ...REQUEST, nonce: 'n', claims: { jti } });
      expect(await read(proof, key, keys)).toEqual({ id: jti, nonce: 'n', key: key.cnf.jkt });
    }
  });

  it('a signature of another length or form is refused', async () => {
    const key = keyOf(alg);
    const [header, claims, signature = ''] = (await key.proof(REQUEST)).split('.');
    const octets = Buffer.from(signature, 'base64url');
    for (const other of [
      octets.subarray(1),
      Buffer.concat([octets, octets]),
      Buffer.alloc(octets.length),
      Buffer.of(48),
    ])
      expect(await read(`${header}.${claims}.${part(other)}`, key)).toBeUndefined();
  });

  it('a member of the key that is anything is refused', async () => {
    const key = keyOf(alg);
    const claims = JSON.stringify(claimsOf(REQUEST));
    const members = Object.keys(key.publicJwk);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...members),
        fc.oneof(
          fc.json(),
          fc.base64String().map((s) => `"${s}"`),
        ),
        async (name, value) => {
          const jwk = JSON.stringify(key.publicJwk).replace(
            new RegExp(`"${name}":"[^"]*"`),
            () => `"${name}":${value}`,
          );
          const proof = await key.sign(`{"typ":"dpop+jwt","alg":"${alg}","jwk":${jwk}}`, claims);
          expect(await read(proof, key)).toBeUndefined();
        },
      ),
      { numRuns: 50 },
    );
  });
});

it('any claims are refused that are not the right ones', async () => {
  const key = keyOf('ES256');
  const header = JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (claims) => {
      expect(await read(await key.sign(header, claims), key)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

it('any text is refused that is no proof', async () => {
  const octets = fc.uint8Array({ maxLength: 60 }).map(part);
  const text = fc.oneof(
    fc.string(),
    fc.tuple(octets, octets, octets).map((parts) => parts.join('.')),
  );
  await fc.assert(fc.asyncProperty(text, async (given) => (await read(given, keyOf('ES256'))) === undefined));
});

it('a point that is not on the curve is refused', async () => {
  const key = keyOf('ES256');
  const jwk = { ...key.publicJwk, y: part(Buffer.alloc(32, 1)) };
  const own = { ...key, cnf: { jkt: '' } };
  own.cnf.jkt = await calculateJwkThumbprint(jwk);
  expect(await read(await key.proof({ ...REQUEST, header: { jwk } }), own)).toBeUndefined();
});

it('an RSA key is refused that is too short, or whose exponent is long', async () => {
  const key = keyOf('RS256');
  for (const jwk of [
    { ...key.publicJwk, n: part(Buffer.alloc(128, 0xff)) },
    { ...key.publicJwk, n: part(Buffer.alloc(1_024, 0xff)) },
    { ...key.publicJwk, e: part(Buffer.alloc(5, 0xff)) },
  ]) {
    const own = { ...key, cnf: { jkt: await calculateJwkThumbprint(jwk) } };
    expect(await read(await key.proof({ ...REQUEST, header: { jwk } }), own)).toBeUndefined();
  }
});
