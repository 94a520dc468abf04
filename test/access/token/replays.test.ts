/** The memory of used DPoP proofs. */
import { expect, it } from 'vitest';
import { Replays } from '../../../src/access/token/replays.js';
import { HandClock } from './hand-clock.js';

const KEY = 'k'.repeat(43);
const OTHER = 'o'.repeat(43);

function opened(limits = { perKey: 1_000, total: 100_000 }) {
  const clock = new HandClock();
  return { clock, replays: new Replays(limits, clock) };
}

it('a proof is new once for each key', () => {
  const { replays } = opened();
  const kinds = [replays.admit(KEY, 'a'), replays.admit(KEY, 'a'), replays.admit(OTHER, 'a'), replays.admit(KEY, 'b')];
  expect(kinds.map(({ kind }) => kind)).toEqual(['new', 'repeated', 'new', 'new']);
  expect(replays.size).toBe(3);
});

it('a proof is remembered for 310 seconds at least, and 341 at most', () => {
  const { clock, replays } = opened();
  replays.admit(KEY, 'first');
  clock.pass(30);
  replays.admit(KEY, 'last of the window');
  clock.pass(310);
  expect(replays.admit(KEY, 'last of the window').kind).toBe('repeated');
  clock.pass(1);
  expect(replays.admit(KEY, 'first').kind).toBe('new');
  expect(replays.size).toBe(1);
});

it('no proof is forgotten because the clock is set', () => {
  const { clock, replays } = opened();
  replays.admit(KEY, 'a');
  clock.set(3_600);
  expect(replays.admit(KEY, 'a').kind).toBe('repeated');
});

it('a key that has used its number waits until the oldest are forgotten', () => {
  const { clock, replays } = opened({ perKey: 2, total: 10 });
  replays.admit(KEY, 'a');
  clock.pass(100);
  replays.admit(KEY, 'b');
  expect(replays.admit(KEY, 'c')).toEqual({ kind: 'key-full', wait: 241_000 });
  expect(replays.admit(KEY, 'a')).toEqual({ kind: 'repeated' });
  expect(replays.admit(OTHER, 'c')).toEqual({ kind: 'new' });
  clock.pass(241);
  expect(replays.admit(KEY, 'c')).toEqual({ kind: 'new' });
});

it('a full memory takes none but after it is cleared', () => {
  const { replays } = opened({ perKey: 10, total: 2 });
  replays.admit(KEY, 'a');
  replays.admit(OTHER, 'a');
  expect(replays.admit(KEY, 'b').kind).toBe('full');
  expect(replays.admit(KEY, 'a').kind).toBe('repeated');
  replays.clear();
  expect([replays.size, replays.admit(KEY, 'b').kind]).toEqual([0, 'new']);
});
