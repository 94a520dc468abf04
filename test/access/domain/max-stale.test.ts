/** Keys of the issuers of trust domains, while the source of the keys does not answer. */
import { afterEach, expect, it, vi } from 'vitest';
import { type Access, accessMigrations, openAccess } from '../../../src/access/index.js';
import { openStore } from '../../../src/store/index.js';
import { cleanUp } from '../../support/clean-up.js';
import { testIssuer } from '../../support/dpop.js';

const ISSUER = 'https://login.carrier-b.example';
const PERMIT = [{ name: 'read', action: ['data.read'] }];
afterEach(() => {
  vi.useRealTimers();
});

/** Starts with an issuer that answers, whose domain says `maxStale`; without it the issuer is of no domain. */
async function rig(maxStale?: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') });
  const store = await openStore({ file: ':memory:', migrations: accessMigrations });
  cleanUp(() => store.close());
  const issuer = await testIssuer();
  const source = { isUp: true };
  const fetch = async () => {
    if (!source.isUp) throw new TypeError('fetch failed');
    return new Response(issuer.jwks);
  };
  const open = () => openAccess(store, { cost: 4, throttle: { first: 1, longest: 1 }, fetch });
  const access = await open();
  const domain = {
    ...{ name: 'carrier-b', by: { 'token-issuer': [ISSUER] }, permit: PERMIT },
    ...{ 'proof-of-possession': false, 'max-stale': maxStale },
  };
  const configuration = {
    'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], 'jwks-uri': `${ISSUER}/jwks` }],
    ...(maxStale === undefined ? {} : { 'trust-domain': [domain] }),
  };
  await access.configure(configuration);
  const as =
    (by: Access) =>
    (more: Claims = {}) =>
      login(by, issuer.token, more);
  return { open, as, access, source, configuration, login: as(access) };
}

type Claims = Readonly<Record<string, unknown>>;

async function login(access: Access, make: (claims: Claims) => Promise<string>, more: Claims) {
  const token = await make({ iss: ISSUER, sub: 'bot', exp: Date.now() / 1_000 + 600, ...more });
  const presented = { scheme: 'bearer', method: 'GET', urls: () => [], certificate: () => undefined } as const;
  return access.authenticateToken({ ...presented, token }).then(
    ({ kind }) => kind,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
}

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

it('the last good ones count until they are max-stale, also after a change of the configuration', async () => {
  const { access, source, configuration, login } = await rig(3_600);
  expect(await login()).toBe('login');
  source.isUp = false;
  later(3_000);
  await access.configure(configuration);
  expect(await login()).toBe('login');
  later(590);
  expect(await login()).toBe('login');
  later(20);
  expect(await login()).toBe('overloaded');
  expect([...(access.domains.get('carrier-b')?.counts.refused ?? [])]).toEqual([['no-keys', 1]]);
  source.isUp = true;
  expect(await login()).toBe('login');
});

it('the last good ones count after a restart, until they are max-stale', async () => {
  const { open, as, source, configuration, login } = await rig(3_600);
  expect(await login()).toBe('login');
  source.isUp = false;
  later(3_000);
  const again = await open();
  await again.configure(configuration);
  expect(await as(again)()).toBe('login');
  later(601);
  expect(await as(again)()).toBe('overloaded');
});

it('the last good ones do not count when the clock has gone back behind their fetch', async () => {
  const { source, access, configuration, login } = await rig(3_600);
  expect(await login()).toBe('login');
  source.isUp = false;
  later(-60);
  await access.configure(configuration);
  expect(await login()).toBe('overloaded');
});

it('a token for another audience is refused, as if the source answered', async () => {
  const { source, access, configuration, login } = await rig(3_600);
  expect(await login()).toBe('login');
  source.isUp = false;
  later(3_000);
  await access.configure(configuration);
  expect(await login({ aud: 'another' })).toBe('refused');
});

it('an issuer of no domain has no such time', async () => {
  const { source, access, configuration, login } = await rig();
  expect(await login()).toBe('login');
  source.isUp = false;
  later(3_000);
  await access.configure(configuration);
  expect(await login()).toBe('overloaded');
});
