import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withinTime } from '../../src/data/index.js';

/** Work that ends with its signal only. */
const forever = (until: AbortSignal) =>
  new Promise<never>((_, reject) => until.addEventListener('abort', () => reject(until.reason), { once: true }));

it('gives what the work gives', async () => {
  expect(await withinTime({ timeout: 1_000 }, async () => 'done')).toBe('done');
});

it('ends the work when the time is up, also where nothing but the time holds it', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('no garbage can be collected');
  const collecting = setInterval(() => collect(), 5);
  const { signal } = new AbortController();
  const ends = Array.from({ length: 5 }, () => withinTime({ timeout: 50, signal }, forever).catch((error) => error));
  for (const error of await Promise.all(ends))
    expect(error).toMatchObject({ name: 'TimeoutError', message: 'not done within 50 ms' });
  clearInterval(collecting);
});

it('ends the work with the signal, and for its reason', async () => {
  const caller = new AbortController();
  const end = withinTime({ timeout: 60_000, signal: caller.signal }, forever);
  caller.abort(new Error('no longer wanted'));
  await expect(end).rejects.toThrow('no longer wanted');
  await expect(withinTime({ signal: caller.signal }, async (until) => until.throwIfAborted())).rejects.toThrow(
    'no longer wanted',
  );
});
