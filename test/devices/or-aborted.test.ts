import { expect, it } from 'vitest';
import { orAborted } from '../../src/devices/index.js';

it('gives what the work gives', async () => {
  const { signal } = new AbortController();
  expect(await orAborted(() => 7, signal)).toBe(7);
  expect(await orAborted(async () => 'done', signal)).toBe('done');
  await expect(orAborted(() => Promise.reject(new Error('it broke')), signal)).rejects.toThrow('it broke');
  const throws = () => {
    throw new Error('at once');
  };
  await expect(orAborted(throws, signal)).rejects.toThrow('at once');
});

it('ends at the signal, whether the work heeds it or not', async () => {
  const stop = new AbortController();
  const waiting = orAborted(() => new Promise(() => undefined), stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

it('begins nothing after the signal', async () => {
  const begun: string[] = [];
  await expect(orAborted(() => begun.push('begun'), AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(begun).toEqual([]);
});
