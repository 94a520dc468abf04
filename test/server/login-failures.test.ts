/** Failed logins told one by one up to a bound, then by their number. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countLoginFailures, type FailedLogin, type LoginFailures } from '../../src/server/index.js';

const SPAN = 60_000;
let told: string[];
let failures: LoginFailures;

beforeEach(() => {
  vi.useFakeTimers();
  start({ perSource: 2, total: 4 });
});
afterEach(() => vi.useRealTimers());

function start(limits: { perSource: number; total: number }): void {
  told = [];
  failures = countLoginFailures({
    record: ({ user, source = 'anywhere', count }) => told.push(`${user} from ${source}: ${count}`),
    knows: (user) => user === 'ann',
    limits: { ...limits, span: SPAN },
  });
}

const login = (source: string, user = 'ann'): FailedLogin => ({
  protocol: 'netconf',
  method: 'password',
  user,
  source,
});

it('tells the name of a user there is, and of nobody else', () => {
  failures.fail(login('a'));
  failures.fail(login('a', 'my-secret-password'));
  expect(told).toEqual(['ann from a: 1', '(unknown) from a: 1']);
});

it('counts what one source tries beyond its bound, and tells the sum when the span is over', () => {
  for (let attempt = 0; attempt < 1_000; attempt++) failures.fail(login('a'));
  failures.fail(login('b'));
  vi.advanceTimersByTime(SPAN - 1);
  expect(told).toEqual(['ann from a: 1', 'ann from a: 1', 'ann from b: 1']);
  vi.advanceTimersByTime(1);
  expect(told.at(-1)).toBe('ann from a: 998');
  failures.fail(login('a'));
  expect(told.at(-1)).toBe('ann from a: 1');
});

it('tells at once what has been counted when the node stops', () => {
  for (let attempt = 0; attempt < 5; attempt++) failures.fail(login('a'));
  failures.flush();
  expect(told.at(-1)).toBe('ann from a: 3');
  vi.advanceTimersByTime(2 * SPAN);
  expect(told).toHaveLength(3);
});

it('tells of each failure exactly once, and of no more than the bounds allow, whatever the sources', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 10 }),
      (sources, perSource, total) => {
        start({ perSource, total });
        for (const source of sources) failures.fail(login(String(source)));
        expect(told.length).toBeLessThanOrEqual(total);
        failures.flush();
        expect(told.length).toBeLessThanOrEqual(2 * total + 1);
        const sum = told.reduce((all, line) => all + Number(line.split(': ')[1]), 0);
        expect(sum).toBe(sources.length);
      },
    ),
  );
});
