/** Work that is over keeps its outcome while the store cannot take it. */
import { expect, it } from 'vitest';
import { StoreError } from '../../src/store/errors.js';
import { persist } from '../../src/store/persist.js';

const NEVER = new AbortController().signal;

/** A transaction that fails with these errors, then is stored. */
function failing(...errors: readonly Error[]) {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
    return 'stored';
  };
}

it('is stored once the store takes it', async () => {
  const busy = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
  expect(await persist(failing(new StoreError('not-stored', 'no'), busy), NEVER)).toBe('stored');
});

it.each([
  ['the store is closed', new StoreError('closed', 'closed')],
  ['the file is damaged', new StoreError('damaged', 'damaged')],
  ['the work itself fails', new Error('wrong')],
])('fails at once when %s', async (_, error) => {
  await expect(persist(failing(error), NEVER)).rejects.toBe(error);
});

it('ends when its work has been given up', async () => {
  const over = new AbortController();
  const stored = persist(() => Promise.reject(new StoreError('full', 'full')), over.signal);
  over.abort(new Error('given up'));
  await expect(stored).rejects.toThrow('given up');
});
