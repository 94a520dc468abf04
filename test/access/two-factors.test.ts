/** Passwords of users who must prove a key before: nothing tells that one was right. */
import { X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Access, accessMigrations, type Credential, openAccess } from '../../src/access/index.js';
import type { LoginRequirement } from '../../src/access/login/requirement.js';
import { hashPassword } from '../../src/access/password.js';
import { ClientChain, selfSigned } from '../../src/keys/index.js';
import { openStore } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';

const KEY = Buffer.from('AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f', 'base64');
const PAUSE = 30;
const PASSWORD = 'correct horse';
const proven = (): Credential => ({ method: 'public-key', octets: KEY });

let access: Access;
beforeEach(async () => {
  const store = await openStore({ file: ':memory:', migrations: accessMigrations });
  cleanUp(() => store.close());
  access = await openAccess(store, { cost: 4, throttle: { first: PAUSE, longest: PAUSE } });
  await configure(['public-key+password']);
});

async function configure(requires: readonly LoginRequirement[]): Promise<void> {
  const key = { name: 'laptop', algorithm: 'ssh-ed25519', 'key-data': KEY.toString('base64') };
  const password = await hashPassword(PASSWORD, 4);
  await access.configure({ user: [{ name: 'ann', password, 'login-requires': requires, 'authorized-key': [key] }] });
}

/** Returns how long a refusal took. */
async function refused(password: string, first?: () => Credential): Promise<number> {
  const begun = performance.now();
  expect(await access.authenticatePassword('ann', password, '192.0.2.1', first)).toBeUndefined();
  return performance.now() - begun;
}

describe('a password', () => {
  it('without the key is answered as late when it is right as when it is wrong', async () => {
    for (const password of [PASSWORD, 'wrong one', PASSWORD])
      expect(await refused(password)).toBeGreaterThan(PAUSE - 2);
    expect(await access.authenticatePassword('ann', PASSWORD, '192.0.2.1', proven)).toBeDefined();
    // It has been verified now, and is still not enough.
    expect(await refused(PASSWORD)).toBeGreaterThan(PAUSE - 2);
  });

  it('with the key logs in, and the principal has both methods', async () => {
    expect(access.authenticateKey('ann', KEY)).toEqual({ kind: 'password-too' });
    const principal = await access.authenticatePassword('ann', PASSWORD, '192.0.2.1', proven);
    expect(principal).toEqual({ name: 'ann', groups: [], kind: 'person', methods: ['public-key', 'password'] });
    expect(principal && access.holds(principal)).toBe(true);
    expect(await access.authenticatePassword('ann', PASSWORD, '192.0.2.1', proven)).toBe(principal);
  });

  it('does not log in with a key that is not of the user, nor when both are checked at the same time without it', async () => {
    await refused(PASSWORD, () => ({ method: 'public-key', octets: KEY.subarray(1) }));
    const chain = new ClientChain(new X509Certificate((await selfSigned(['ann'])).cert));
    await refused(PASSWORD, () => ({ method: 'tls-certificate', chain }));
    const both = [proven, undefined].map((first) => access.authenticatePassword('ann', PASSWORD, '192.0.2.1', first));
    expect((await Promise.all(both)).map((principal) => principal?.methods)).toEqual([
      ['public-key', 'password'],
      undefined,
    ]);
  });

  it('is enough, and its login ends with the requirement, when that is changed', async () => {
    await configure([]);
    const principal = await access.authenticatePassword('ann', PASSWORD, '192.0.2.1', proven);
    expect(principal?.methods).toEqual(['password']);
    await configure(['public-key+password']);
    expect(principal && access.holds(principal)).toBe(false);
    await refused(PASSWORD);
  });

  it('ends its login when the key before it goes', async () => {
    const principal = await access.authenticatePassword('ann', PASSWORD, '192.0.2.1', proven);
    await access.configure({ user: [{ name: 'ann', password: await hashPassword(PASSWORD, 4) }] });
    expect(principal && access.holds(principal)).toBe(false);
  });
});
