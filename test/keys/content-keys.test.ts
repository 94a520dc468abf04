/** Keys of content: what they have encrypted cannot be read without them, nor elsewhere. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContentKeys, keyMigrations, type Sealing } from '../../src/keys/index.js';
import { openStore, type Store } from '../../src/store/index.js';
import { filesWith } from '../workflows/sealing/scan.js';

let store: Store;
const sealing: Sealing = {
  isSealed: (text) => text.startsWith('!'),
  seal: (_, text) => `!${text}`,
  unseal: (_, text) => text.slice(1),
};

beforeAll(async () => {
  store = await openStore({ file: ':memory:', migrations: keyMigrations });
});
afterAll(() => store.close());

it('a text is opened at its place, by another reader as well, and not once its key is deleted', async () => {
  const keys = new ContentKeys(store, sealing);
  await store.transact((tx) => keys.make(tx, 'run-1'));
  const sealed = await keys.seal('run-1', 'here', 'Grüße');
  expect(sealed).toMatch(/^yangent-content 1 run-1 [\w-]{40,}$/);
  const other = new ContentKeys(store, sealing);
  expect(await other.open('here', sealed)).toBe('Grüße');
  expect(await other.open('here', 'in clear')).toBe('in clear');
  await expect(other.open('there', sealed)).rejects.toThrow(
    'the encrypted content of there was changed, or belongs elsewhere',
  );
  await store.transact((tx) => keys.delete(tx, ['run-1']));
  expect([await keys.open('here', sealed), await new ContentKeys(store, sealing).open('here', sealed)]).toEqual([
    undefined,
    undefined,
  ]);
  await expect(keys.seal('run-1', 'here', 'x')).rejects.toThrow('the content key run-1 was deleted');
});

it('the same text has another digest with another key', async () => {
  const keys = new ContentKeys(store, sealing);
  await store.transact(async (tx) => {
    await keys.make(tx, 'a');
    await keys.make(tx, 'b');
  });
  const [a, b] = [await keys.digest('a', 'yes'), await keys.digest('b', 'yes')];
  expect([a, await keys.digest('a', 'yes')]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), a]);
  expect(b).not.toBe(a);
});

it('a key of a transaction that is rolled back is none', async () => {
  const keys = new ContentKeys(store, sealing);
  const failed = store.transact(async (tx) => {
    await keys.make(tx, 'c');
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await keys.get('c')).toBeUndefined();
});

it('a deleted key is in no file, the write-ahead log included', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'yangent-content-'));
  const durable = await openStore({ file: join(directory, 'keys.db'), migrations: keyMigrations });
  try {
    const keys = new ContentKeys(durable, sealing);
    await durable.transact((tx) => keys.make(tx, 'run-2'));
    const [row] = await durable.query<{ readonly sealed: string }>(
      `select sealed from content_key where id = 'run-2'`,
      [],
    );
    const sealed = String(row?.sealed);
    expect(filesWith(directory, sealed)).toEqual(['keys.db-wal']);
    await keys.settle();
    expect(filesWith(directory, sealed)).toEqual(['keys.db']);
    await durable.transact((tx) => keys.delete(tx, ['run-2']));
    expect(filesWith(directory, sealed)).toEqual(['keys.db']);
    await keys.settle();
    expect(filesWith(directory, sealed)).toEqual([]);
  } finally {
    await durable.close();
    rmSync(directory, { recursive: true });
  }
});
