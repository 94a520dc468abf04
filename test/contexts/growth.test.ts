/** Readers of data that are still arriving. */
import { expect, it } from 'vitest';
import { Growth } from '../../src/contexts/bytes/growth.js';

const LONG = 60_000;

it('wakes all readers of data when more has arrived, and no others', async () => {
  const growth = new Growth();
  const { signal } = new AbortController();
  const [one, two, other] = ['call', 'call', 'film'].map((id) => growth.next(id, signal));
  growth.announce('call');
  expect(await Promise.all([one?.arrived(LONG), two?.arrived(LONG), other?.arrived(1)])).toEqual([true, true, false]);
  for (const each of [one, two, other]) each?.forget();
});

it('forgets no news that came before a reader waits', async () => {
  const growth = new Growth();
  const next = growth.next('call', new AbortController().signal);
  growth.announce('call');
  expect(await next.arrived(1)).toBe(true);
});

it('lets a reader go that waits too long, or leaves', async () => {
  const growth = new Growth();
  const leaving = new AbortController();
  const [silent, left] = [growth.next('call', leaving.signal), growth.next('call', leaving.signal)];
  expect(await silent.arrived(10)).toBe(false);
  leaving.abort();
  expect(await left.arrived(LONG)).toBe(true);
});
