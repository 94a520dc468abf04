import { expect, it } from 'vitest';
import { unhurried } from '../../src/store/index.js';

/** Keeps the process busy for so many milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

it('rests between its steps longer than they take, and not behind the last', async () => {
  const begun: number[] = [];
  const step = async () => {
    begun.push(performance.now());
    work(10);
    return begun.length < 4;
  };
  await unhurried(step, new AbortController().signal);
  const gaps = begun.slice(1).map((at, i) => at - (begun[i] ?? 0));
  expect(gaps).toHaveLength(3);
  // 10 ms of work and 30 ms of rest; timers may ring a millisecond early.
  for (const gap of gaps) expect(gap).toBeGreaterThan(35);
});

it('ends before the next step when it is aborted, also in the middle of a rest', async () => {
  const stop = new AbortController();
  let steps = 0;
  const step = async () => {
    steps += 1;
    work(50);
    queueMicrotask(() => stop.abort());
    return true;
  };
  const begun = performance.now();
  await unhurried(step, stop.signal);
  expect(steps).toBe(1);
  expect(performance.now() - begun).toBeLessThan(150);
  await unhurried(step, stop.signal);
  expect(steps).toBe(1);
});
