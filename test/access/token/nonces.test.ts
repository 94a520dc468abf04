/** When a nonce is demanded in DPoP proofs, and which ones are good. */
import { expect, it } from 'vitest';
import { Nonces } from '../../../src/access/token/nonces.js';
import { HandClock } from './hand-clock.js';

function started() {
  const clock = new HandClock();
  return { clock, nonces: new Nonces(clock) };
}

/** Lets the demand after the start end. */
function settled() {
  const made = started();
  made.clock.pass(305);
  expect(made.nonces.demanded()).toBe(false);
  return made;
}

it('a nonce is demanded for 305 seconds after a start', () => {
  const { clock, nonces } = started();
  expect(nonces.demanded()).toBe(true);
  clock.pass(304.9);
  expect(nonces.demanded()).toBe(true);
  clock.pass(0.1);
  expect(nonces.demanded()).toBe(false);
});

it('the demand after a start does not end sooner when the clock is set forward', () => {
  const { clock, nonces } = started();
  clock.set(3_600);
  expect(nonces.demanded()).toBe(true);
});

it('a nonce is good in its window of 300 seconds and in the next one', () => {
  const { clock, nonces } = started();
  clock.pass(299);
  const nonce = nonces.current();
  clock.pass(300);
  expect([nonces.accepts(nonce), nonces.current() === nonce]).toEqual([true, false]);
  clock.pass(1);
  expect(nonces.accepts(nonce)).toBe(false);
});

it('a nonce of another process is not good', () => {
  const [{ nonces }, other] = [started(), started()];
  expect([nonces.accepts(nonces.current()), nonces.accepts(other.nonces.current())]).toEqual([true, false]);
  expect(nonces.accepts('')).toBe(false);
});

it('nothing is demanded when the clock goes back by little, but when it does so again and again', () => {
  const { clock, nonces } = settled();
  clock.set(-4);
  expect(nonces.demanded()).toBe(false);
  clock.pass(60);
  clock.set(-2);
  expect(nonces.demanded()).toBe(true);
});

it('after a step back a nonce is demanded until no proof from before it looks good, and old ones are not', () => {
  const { clock, nonces } = settled();
  const old = nonces.current();
  clock.set(-3_600);
  expect([nonces.demanded(), nonces.accepts(old)]).toEqual([true, false]);
  clock.pass(3_600 + 304);
  expect(nonces.demanded()).toBe(true);
  clock.pass(1);
  expect(nonces.demanded()).toBe(false);
});

it('a step forward and back again is a step back', () => {
  const { clock, nonces } = settled();
  clock.set(60);
  expect(nonces.demanded()).toBe(false);
  clock.set(-60);
  expect(nonces.demanded()).toBe(true);
});

it('what was given before a demand is not good any more', () => {
  const { clock, nonces } = settled();
  const old = nonces.current();
  nonces.demand();
  expect([nonces.demanded(), nonces.accepts(old), nonces.accepts(nonces.current())]).toEqual([true, false, true]);
  clock.pass(305);
  expect(nonces.demanded()).toBe(false);
});
