/** The clock of the expressions of a transaction, and of each of its turns. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Tx } from '../../../src/store/index.js';
import { isSpent, launched, narrow, type Timed, timed } from '../../../src/workflows/course/clock.js';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const turnIn = (tx: Tx): Timed => ({ tx });
const newTx = (): Tx => Object.create(null);

/** Evaluates an expression that takes so many milliseconds. */
const takes = (turn: Timed, time: number) =>
  timed(turn, () => {
    now += time;
  });

it('A transaction is spent after 200 ms of expressions, and another one is not.', async () => {
  const turn = turnIn(newTx());
  await takes(turn, 150);
  expect(isSpent(turn)).toBe(false);
  await takes(turn, 150);
  expect([isSpent(turn), isSpent(turnIn(newTx()))]).toEqual([true, false]);
});

it('Other work runs between expressions that take long.', async () => {
  const turn = turnIn(newTx());
  let others = 0;
  await takes(turn, 150);
  setImmediate(() => {
    others += 1;
  });
  await takes(turn, 150);
  expect(others).toBe(1);
});

it('The expressions of one turn take at most 5 s together, whatever the others of its transaction took.', async () => {
  const turn = turnIn(newTx());
  for (let count = 0; count < 25; count += 1) await takes(turn, 200);
  await expect(takes(turn, 200)).rejects.toThrow('took 5 s together');
  await takes(turnIn(turn.tx), 200);
});

it('The turns of a transaction share its time.', async () => {
  const tx = newTx();
  await takes(turnIn(tx), 150);
  await takes(turnIn(tx), 150);
  expect(isSpent(turnIn(tx))).toBe(true);
});

it('A narrow transaction is spent after one step or one expression.', async () => {
  const [first, second] = [turnIn(newTx()), turnIn(newTx())];
  for (const { tx } of [first, second]) narrow(tx);
  expect([isSpent(first), isSpent(second)]).toEqual([false, false]);
  launched(first);
  await takes(second, 1);
  expect([isSpent(first), isSpent(second)]).toEqual([true, true]);
});
