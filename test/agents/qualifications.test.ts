/** Credentials of agents, as time goes by. */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AgentDirectory, AgentStates, agentMigrations } from '../../src/agents/index.js';
import { Qualifications } from '../../src/agents/qualification/qualifications.js';
import { agentRecord } from '../../src/agents/record/record.js';
import type { CredentialVerdict } from '../../src/identity/index.js';
import { openStore } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';

const HOLDER = 'did:web:b.example:bot';
const ISSUER = 'did:web:b.example:authority';
const VALID: CredentialVerdict = { isValid: true, issuer: ISSUER, types: ['Radiology'], reasons: [] };
const REVOKED: CredentialVerdict = { isValid: false, types: [], reasons: ['it is revoked'] };
const UNKNOWN: CredentialVerdict = { ...VALID, isValid: false, unknown: 'host-down', reasons: ['no answer'] };
const UNASKED: CredentialVerdict = { ...UNKNOWN, unknown: 'asked-too-often', reasons: ['asked too often'] };
/** A caller of a trust domain that requires credentials. */
const CALL = Object.assign(Object.create(null), {
  principal: { name: 'bot@b', groups: [], methods: [] },
  fail: ({ appTag }: { readonly appTag: string }) => {
    throw new Error(appTag);
  },
});
const AGENT = agentRecord({
  ...{ id: 'reader', visibility: 'public', approved: true, published: true, execution: { kind: 'attached' } },
  profile: { name: 'reader', description: 'reads', version: '1.0.0', provider: 'B' },
  registration: { 'digital-identifier': HOLDER, security: { credential: ['the credential'] } },
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** An agent that has registered with a credential that was good. */
async function rig() {
  const store = await openStore({ file: ':memory:', migrations: agentMigrations });
  cleanUp(() => store.close());
  const states = await AgentStates.open(store);
  const now = { verdict: VALID, rules: 'a', isRuled: true, holder: HOLDER, asked: 0 };
  const credentials = {
    get rules() {
      return now.rules;
    },
    isRuled: (type: string, issuer: string) => now.isRuled && type === 'Radiology' && issuer === ISSUER,
    judge: async (given: readonly string[]) => {
      now.asked += 1;
      return given.map(() => now.verdict);
    },
  };
  const needs = { store, states, credentials, log: pino({ level: 'silent' }), required: () => ['Radiology'] };
  const directory: Pick<AgentDirectory, 'get'> = { get: () => AGENT };
  const qualifications = new Qualifications({ ...needs, holderOf: () => now.holder }, () =>
    Object.assign(Object.create(AgentDirectory.prototype), directory),
  );
  const text = JSON.stringify({ holder: HOLDER, found: [] });
  await store.transact(async (tx) => states.change(tx, 'reader', { credentials: text }));
  const recheck = async () => {
    qualifications.recheck();
    await qualifications.settled();
    return qualifications.verified(AGENT);
  };
  expect(await recheck()).toEqual(['Radiology']);
  const claim = () => qualifications.require('reader', CALL);
  return { now, recheck, claim, verified: () => qualifications.verified(AGENT) };
}

it('are verified again after an hour, not before', async () => {
  const { now, recheck } = await rig();
  now.verdict = REVOKED;
  later(59);
  expect(await recheck()).toEqual(['Radiology']);
  later(1);
  expect(await recheck()).toEqual([]);
  expect(now.asked).toBe(2);
});

it('are verified again at once after a change of the rules', async () => {
  const { now, recheck } = await rig();
  Object.assign(now, { verdict: REVOKED, rules: 'b' });
  later(1);
  expect(await recheck()).toEqual([]);
});

it('count for an hour while a host does not answer', async () => {
  const { now, recheck } = await rig();
  Object.assign(now, { verdict: UNKNOWN, rules: 'b' });
  later(59);
  expect(await recheck()).toEqual(['Radiology']);
  later(60);
  expect(await recheck()).toEqual([]);
  now.verdict = VALID;
  later(60);
  expect(await recheck()).toEqual(['Radiology']);
});

it('stop no claim while a host is down, but each while the node does not ask it', async () => {
  const { now, claim, verified } = await rig();
  later(1);
  now.verdict = UNKNOWN;
  await claim();
  later(1);
  now.verdict = UNASKED;
  await expect(claim()).rejects.toThrow('credential-required');
  await expect(claim()).rejects.toThrow('credential-required');
  expect([now.asked, verified()]).toEqual([3, ['Radiology']]);
  now.verdict = VALID;
  later(1);
  await claim();
});

it('are verified again a minute after a host was not asked', async () => {
  const { now, recheck } = await rig();
  now.verdict = UNASKED;
  later(60);
  await recheck();
  later(1);
  now.verdict = REVOKED;
  expect(await recheck()).toEqual([]);
  expect(now.asked).toBe(3);
});

it('do not count from the moment on at which their rule is gone, also while a host is down', async () => {
  const { now, recheck, claim, verified } = await rig();
  Object.assign(now, { verdict: { ...UNKNOWN, types: [] }, rules: 'b', isRuled: false });
  expect(verified()).toEqual([]);
  await expect(claim()).rejects.toThrow('credential-required');
  now.isRuled = true;
  later(1);
  expect(await recheck()).toEqual([]);
});

it('do not count for another identifier', async () => {
  const { now, verified } = await rig();
  now.holder = 'did:web:b.example:other';
  expect(verified()).toEqual([]);
});
