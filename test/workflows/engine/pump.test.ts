/** What the pump does with runs whose transactions fail. */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreError, type Tx } from '../../../src/store/index.js';
import { isSpent, launched } from '../../../src/workflows/course/clock.js';
import { Pump, type PumpNeeds } from '../../../src/workflows/engine/pump.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What was done, run by run: in a wide transaction, in a narrow one, or given up. */
const done: string[] = [];
beforeEach(() => void done.splice(0));

function pumpOf(transact: (work: () => Promise<unknown>) => Promise<unknown>): Pump {
  const store = { transact: (work: (tx: Tx) => Promise<unknown>) => transact(() => work(Object.create(null))) };
  const pump = new Pump({
    store: store as PumpNeeds['store'],
    look: async () => new Map(),
    goOn: async (tx, run) => {
      launched({ tx });
      done.push(`${run} ${isSpent({ tx }) ? 'narrow' : 'wide'}`);
    },
    giveUp: async (_, run) => void done.push(`${run} given up`),
    log: pino({ level: 'silent' }),
  });
  pump.open();
  return pump;
}

/** Lets the first transactions fail after their work. */
function failing(times: number, error: Error) {
  let left = times;
  return async (work: () => Promise<unknown>) => {
    const value = await work();
    if (left-- > 0) throw error;
    return value;
  };
}

it('does one step at a time after a transaction that took too long, and gives a run up after three', async () => {
  pumpOf(failing(3, new StoreError('timeout', 'too long'))).later('a');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(['a wide', 'a narrow', 'a narrow', 'a given up']);
});

it('gives no run up that comes on', async () => {
  const pump = pumpOf(failing(2, new StoreError('timeout', 'too long')));
  for (let count = 0; count < 2; count++) {
    pump.later('a');
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(done).toEqual(['a wide', 'a narrow', 'a narrow', 'a narrow']);
});

it('does again what failed for another reason, as often as it fails', async () => {
  pumpOf(failing(6, new StoreError('not-stored', 'the disk'))).later('a');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(Array(7).fill('a wide'));
});

it('lets few transactions wait for the store, and takes each run up once for many facts', async () => {
  let [waiting, most] = [0, 0];
  const pump = pumpOf(async (work) => {
    most = Math.max(most, ++waiting);
    await new Promise((resolve) => setTimeout(resolve, 10));
    waiting -= 1;
    return work();
  });
  for (let run = 0; run < 200; run++) for (let fact = 0; fact < 3; fact++) pump.later(`r${run}`);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([done.length, most <= 16]).toEqual([200, true]);
});
