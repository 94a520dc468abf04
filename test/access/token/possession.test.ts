/** No DPoP proof counts twice, whatever happens to the process and its clock in between. */
import { X509Certificate } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { Possessions } from '../../../src/access/token/possession.js';
import { ClientChain, selfSigned } from '../../../src/keys/index.js';
import { type ProofKeyPair, proofKeyPair } from '../../support/dpop.js';
import { HandClock } from './hand-clock.js';

const URL = 'https://node.example/restconf/data';
const TOKEN = 'a.token.text';
const LIMITS = { perKey: 10, total: 20 };
let key: ProofKeyPair;
beforeAll(async () => {
  key = await proofKeyPair();
});

/** A process with its clocks. */
function started(clock = new HandClock(), limits = LIMITS) {
  const possessions = new Possessions(limits, clock);
  const check = (proof: string) =>
    possessions.check(
      { token: TOKEN, scheme: 'dpop', proof, method: 'GET', urls: () => [URL], certificate: () => undefined },
      { key: key.cnf.jkt },
    );
  /** Makes a proof now. */
  const prove = (nonce?: string, claims = {}) =>
    key.proof({ method: 'GET', url: URL, token: TOKEN, nonce, claims: { iat: clock.wall() / 1_000, ...claims } });
  /** Gets the nonce. */
  const ask = async () => {
    const answer = await check(await prove());
    return 'nonce' in answer ? answer.nonce : undefined;
  };
  return { clock, check, prove, ask };
}

const REFUSED = { kind: 'refused', error: 'invalid_dpop_proof' };
const AGAIN = { kind: 'refused', error: 'use_dpop_nonce', nonce: expect.any(String) };

it('a proof that another process took is not taken after a start', async () => {
  const before = started();
  const proof = await before.prove(await before.ask());
  expect((await before.check(proof)).kind).toBe('proved');
  const after = started(before.clock);
  expect(await after.check(proof)).toEqual(AGAIN);
  before.clock.pass(304);
  expect(await after.check(proof)).toEqual(REFUSED);
});

it('a proof without nonce from a process that demanded none is not taken after a start', async () => {
  const before = started();
  before.clock.pass(305);
  const proof = await before.prove(undefined, { iat: before.clock.wall() / 1_000 + 5 });
  expect(await before.check(proof)).toEqual({ kind: 'proved' });
  const after = started(before.clock);
  for (let passed = 0; passed <= 310; passed += 10) {
    expect((await after.check(proof)).kind).toBe('refused');
    before.clock.pass(10);
  }
});

it('a proof is not taken again when the clock is set back to its time', async () => {
  const { clock, check, prove } = started();
  clock.pass(305);
  const proof = await prove();
  expect((await check(proof)).kind).toBe('proved');
  clock.set(-400);
  for (let passed = 0; passed < 800; passed += 5) {
    expect((await check(proof)).kind).toBe('refused');
    clock.pass(5);
  }
});

it('a proof with a nonce is not taken again when the clock is set back to its time', async () => {
  const { clock, check, prove, ask } = started();
  const proof = await prove(await ask());
  expect((await check(proof)).kind).toBe('proved');
  clock.set(-400);
  for (let passed = 0; passed < 800; passed += 5) {
    expect((await check(proof)).kind).toBe('refused');
    clock.pass(5);
  }
});

it('a proof is not taken again when the memory was dropped', async () => {
  const { check, prove, ask } = started(new HandClock(), { perKey: 10, total: 2 });
  const nonce = await ask();
  const proofs = await Promise.all([prove(nonce), prove(nonce), prove(nonce)]);
  const kinds: string[] = [];
  for (const proof of proofs) kinds.push((await check(proof)).kind);
  expect(kinds).toEqual(['proved', 'proved', 'proofs-dropped']);
  for (const proof of proofs) expect(await check(proof)).toEqual(AGAIN);
});

it('a proof that needs a nonce is not used up by its refusal', async () => {
  const { check, prove } = started();
  const answer = await check(await prove(undefined, { jti: 'one' }));
  const nonce = 'nonce' in answer ? answer.nonce : undefined;
  expect(await check(await prove(nonce, { jti: 'one' }))).toEqual({ kind: 'proved', nonce });
});

it('a nonce is neither demanded nor given when all used proofs are known, and an old one does no harm', async () => {
  const { clock, check, prove, ask } = started();
  const nonce = await ask();
  clock.pass(1_000);
  expect(await check(await prove())).toEqual({ kind: 'proved' });
  expect(await check(await prove(nonce))).toEqual({ kind: 'proved' });
});

it('the edges of the time of a proof are 300 seconds back and 5 ahead', async () => {
  const { clock, check, prove } = started();
  clock.pass(305);
  const now = clock.wall() / 1_000;
  const kinds = await Promise.all(
    [-300, -300.001, 5, 5.001].map(async (by) => (await check(await prove(undefined, { iat: now + by }))).kind),
  );
  expect(kinds).toEqual(['proved', 'refused', 'proved', 'refused']);
});

it('a certificate is compared with that of the connection', async () => {
  const possessions = new Possessions(LIMITS);
  const [own, other] = await Promise.all(
    ['a', 'b'].map(async (name) => new X509Certificate((await selfSigned([name])).cert)),
  );
  const fingerprint = own?.fingerprint256.replaceAll(':', '') ?? '';
  const of = async (...[leaf, ...sent]: readonly (X509Certificate | undefined)[]) => {
    const chain =
      leaf &&
      new ClientChain(
        leaf,
        sent.filter((each) => each !== undefined),
      );
    const { kind } = await possessions.check(
      { token: TOKEN, scheme: 'bearer', method: 'GET', urls: () => [URL], certificate: () => chain },
      { certificate: Buffer.from(fingerprint, 'hex').toString('base64url') },
    );
    return kind;
  };
  expect([await of(own), await of(own, other), await of(other), await of(other, own), await of()]).toEqual([
    ...['proved', 'proved', 'refused', 'refused', 'refused'],
  ]);
});
