/** Proofs eddsa-jcs-2022, with the published example of the W3C (Data Integrity EdDSA Cryptosuites, App. B.2). */
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { withProof } from '../../../src/keys/data-integrity/create.js';
import { readMultikey } from '../../../src/keys/data-integrity/multikey.js';
import { type ProofRules, verifyProofs } from '../../../src/keys/data-integrity/verify.js';
import { type JsonObject, readDocument } from '../../../src/keys/document/read.js';
import { makeKeyPair } from '../../../src/keys/pair/algorithm.js';

const PUBLIC = 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2';
const SECRET = 'z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq';
const METHOD = `did:key:${PUBLIC}#${PUBLIC}`;
const CONTEXT = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/examples/v2'];
const CREDENTIAL: JsonObject = {
  '@context': CONTEXT,
  id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
  type: ['VerifiableCredential', 'AlumniCredential'],
  name: 'Alumni Credential',
  description: 'A minimum viable example of an Alumni Credential.',
  issuer: 'https://vc.example/issuers/5678',
  validFrom: '2023-01-01T00:00:00Z',
  credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
};
const PROOF = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-jcs-2022',
  created: '2023-02-24T23:36:38Z',
  verificationMethod: METHOD,
  proofPurpose: 'assertionMethod',
  '@context': CONTEXT,
  proofValue: 'z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX',
};
const SIGNED: JsonObject = { ...CREDENTIAL, proof: PROOF };

/** The private key of the example: its seed follows two octets of a multicodec. */
const KEY = Buffer.concat([
  Buffer.from('302e020100300506032b657004220420', 'hex'),
  base58.decode(SECRET.slice(1)).subarray(2),
]);
const NOW = Date.parse('2026-01-01T00:00:00Z');
const rules = (more: Partial<ProofRules> = {}): ProofRules => ({
  key: async () => readMultikey(PUBLIC),
  purpose: 'assertionMethod',
  now: NOW,
  ...more,
});
const terms = {
  key: KEY,
  verificationMethod: METHOD,
  purpose: 'assertionMethod',
  created: Date.parse('2023-02-24T23:36:38Z'),
} as const;

describe('a proof', () => {
  it('is made as the W3C publishes it', () => {
    expect(withProof(CREDENTIAL, terms)).toEqual(SIGNED);
  });

  it('of the W3C verifies', async () => {
    const [proof] = await verifyProofs(SIGNED, rules());
    expect(proof).toMatchObject({ verificationMethod: METHOD, purpose: 'assertionMethod' });
  });

  it('does not verify when one octet of the document or of the proof is another', async () => {
    const text = JSON.stringify(SIGNED);
    let refused = 0;
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'e' ? 'f' : 'e'}${text.slice(at + 1)}`;
      const outcome = await Promise.resolve()
        .then(() => verifyProofs(readDocument(changed), rules()))
        .catch(() => 'refused');
      if (outcome === 'refused') refused += 1;
    }
    expect(refused).toBe(text.length);
  });

  it.each<[string, Partial<ProofRules>, RegExp]>([
    ['for another purpose', { purpose: 'authentication' }, /purpose of a proof is assertionMethod, not authentication/],
    ['with a key of another kind', { key: async () => x25519() }, /algorithm x25519, not ed25519/],
    ['with another key', { key: async () => other() }, /was changed/],
    ['made in the future', { now: Date.parse('2023-02-24T23:31:00Z') }, /in the future/],
    ['that does not answer the nonce', { challenge: 'n-1' }, /does not answer the nonce/],
    ['for no domain', { domain: 'node.example' }, /not for the domain node\.example/],
  ])('%s is refused', async (_, more, message) => {
    await expect(verifyProofs(SIGNED, rules(more))).rejects.toThrow(message);
  });

  it('says for which domain and question it was made, and until when', async () => {
    const until = Date.parse('2026-01-01T00:00:00Z');
    const made = { ...terms, domain: 'node.example', challenge: 'n-1', expires: until };
    const signed = withProof({ name: 'core-1' }, made);
    const asked = { domain: 'node.example', challenge: 'n-1' };
    await expect(verifyProofs(signed, rules({ ...asked, now: until - 1 }))).resolves.toHaveLength(1);
    await expect(verifyProofs(signed, rules({ ...asked, now: until }))).rejects.toThrow('a proof has expired');
    await expect(verifyProofs(signed, rules({ now: until - 1, challenge: 'n-2' }))).rejects.toThrow(/the nonce/);
  });

  it.each<[string, JsonObject, RegExp]>([
    ['absent', CREDENTIAL, /has no proof/],
    ['an empty list', { ...CREDENTIAL, proof: [] }, /has no proof/],
    ['a text', { ...CREDENTIAL, proof: 'z1' }, /is no object/],
    ['of another suite', { ...CREDENTIAL, proof: { ...PROOF, cryptosuite: 'eddsa-rdfc-2022' } }, /eddsa-jcs-2022/],
    ['one of a chain', { ...CREDENTIAL, proof: { ...PROOF, previousProof: 'urn:uuid:1' } }, /chains are not taken/],
    ['five times there', { ...CREDENTIAL, proof: Array(5).fill(PROOF) }, /more than 4 proofs/],
    ['of no time', { ...CREDENTIAL, proof: { ...PROOF, created: 'yesterday' } }, /member created/],
    ['of another base', { ...CREDENTIAL, proof: { ...PROOF, proofValue: 'uAAAA' } }, /base58btc/],
    ['too long', { ...CREDENTIAL, proof: { ...PROOF, proofValue: `z${'1'.repeat(500)}` } }, /more than 128 characters/],
  ])('that is %s is refused', async (_, document, message) => {
    await expect(verifyProofs(document, rules())).rejects.toThrow(message);
  });
});

describe('several proofs', () => {
  it('of one document verify together', async () => {
    await expect(verifyProofs({ ...CREDENTIAL, proof: [PROOF, PROOF] }, rules())).resolves.toHaveLength(2);
  });

  it('are refused when one of them fails', async () => {
    const bad = { ...PROOF, created: '2023-02-24T23:36:39Z' };
    const both = (proof: readonly object[]) => verifyProofs({ ...CREDENTIAL, proof }, rules());
    await expect(both([PROOF, bad])).rejects.toThrow('was changed');
    await expect(both([bad, PROOF])).rejects.toThrow('was changed');
  });
});

describe('the context of a document', () => {
  it('may be longer than that of its proof, as it must begin with it', async () => {
    const longer = { ...SIGNED, '@context': [...CONTEXT, 'https://node.example/more'] };
    await expect(verifyProofs(longer, rules())).resolves.toHaveLength(1);
    const other = { ...SIGNED, '@context': ['https://node.example/more', ...CONTEXT] };
    await expect(verifyProofs(other, rules())).rejects.toThrow(/does not begin with that of its proof/);
  });
});

async function other() {
  return { algorithm: 'ed25519' as const, spki: (await makeKeyPair('ed25519')).spki };
}

async function x25519() {
  return { algorithm: 'x25519' as const, spki: (await makeKeyPair('x25519')).spki };
}
