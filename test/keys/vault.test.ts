/** The vault keeps what something names, and has a bound. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetKeys, KeyVault, keyMigrations, makeKeyPair, thumbprintOf } from '../../src/keys/index.js';
import { openStore, type Store } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const sealing = {
  isSealed: () => true,
  seal: (_: string, text: string) => text,
  unseal: (_: string, text: string) => text,
};
const HOUR = 3_600_000;
let store: Store;
let now = 0;
beforeAll(async () => {
  store = await openStore({ file: `${temporaryFolder()}/keys.db`, migrations: keyMigrations });
});
afterAll(() => store.close());
const opened = () => KeyVault.open(store, sealing, () => now);
const pairs = (number: number) => Promise.all(Array.from({ length: number }, () => makeKeyPair('ed25519')));

it('a key that nothing names is deleted after a day, a named one never', async () => {
  const vault = await opened();
  const [kept, lost] = await pairs(2);
  if (!kept || !lost) throw new Error('there are no keys');
  await vault.put([kept, lost]);
  const [named, unnamed] = [kept, lost].map(({ spki }) => thumbprintOf(spki)) as [string, string];
  for (now = HOUR; now <= 24 * HOUR; now += HOUR) await vault.deleteUnnamed(new Set([named]));
  expect([vault.has(named), vault.has(unnamed)]).toEqual([true, true]);
  now = 25 * HOUR;
  await vault.deleteUnnamed(new Set([named]));
  expect([vault.has(named), vault.has(unnamed)]).toEqual([true, false]);
  expect(await vault.get(unnamed)).toBeUndefined();
  // It was named an hour ago: its day begins then.
  now = 48 * HOUR;
  await vault.deleteUnnamed(new Set());
  expect((await opened()).has(named)).toBe(true);
  now = 50 * HOUR;
  await vault.deleteUnnamed(new Set());
  expect((await opened()).has(named)).toBe(false);
});

it('keys beyond the bound are refused, all of one edit or none', async () => {
  await forgetKeys(store);
  const vault = await opened();
  const many = await pairs(999);
  await vault.put(many);
  const more = await pairs(2);
  await expect(vault.put(more)).rejects.toThrow(
    'the node has 1000 private keys already; delete some from the keystore',
  );
  expect(more.map(({ spki }) => vault.has(thumbprintOf(spki)))).toEqual([false, false]);
  await vault.put([...more.slice(0, 1), ...many.slice(0, 3)]);
  expect((await opened()).has(thumbprintOf(more[0]?.spki ?? Buffer.alloc(0)))).toBe(true);
});
