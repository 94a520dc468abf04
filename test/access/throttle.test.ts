/** What guessing costs by user and by source, and what it does not cost others. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccessError } from '../../src/access/index.js';
import { networkOf } from '../../src/access/source.js';
import { Throttle } from '../../src/access/throttle.js';

const SOURCE = '192.0.2.66';
const OPTIONS = { first: 5, longest: 20, patience: 100 };

afterEach(() => vi.restoreAllMocks());

class Guesses {
  readonly throttle = new Throttle(OPTIONS);
  checked = 0;
  refused = 0;

  /** Tries a wrong password for each name at once. */
  async at(sources: readonly string[], count = sources.length): Promise<void> {
    const attempts = Array.from({ length: count }, (_, n) =>
      this.throttle.attempt(`name-${n}`, sources[n % sources.length] ?? SOURCE, async () => {
        this.checked += 1;
        return undefined;
      }),
    );
    for (const outcome of await Promise.allSettled(attempts)) {
      if (outcome.status === 'fulfilled') continue;
      expect(outcome.reason).toMatchObject({ code: 'overloaded' });
      this.refused += 1;
    }
  }
}

/** Logs in with the right password, again where it is told to. */
async function logIn(throttle: Throttle, who: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      await throttle.attempt(who, SOURCE, async () => who);
      return tries;
    } catch (error) {
      if (!(error instanceof AccessError)) throw error;
    }
  }
}

describe('guesses at many names from one source', () => {
  it('are checked ten at once, then one after another, and not at all when they have waited too long', async () => {
    const guesses = new Guesses();
    await guesses.at([SOURCE], 120);
    expect(guesses.checked).toBeGreaterThan(10);
    expect(guesses.checked).toBeLessThan(30);
    expect(guesses.refused).toBe(120 - guesses.checked);
  });

  it('let a user in who was never there, before most of them are checked', async () => {
    const guesses = new Guesses();
    const all = guesses.at([SOURCE], 200);
    expect(await logIn(guesses.throttle, 'nora')).toBeLessThanOrEqual(2);
    expect(guesses.checked).toBeLessThan(30);
    await all;
  });

  it('do not hold up the users who were there before, nor other sources', async () => {
    const guesses = new Guesses();
    await guesses.throttle.attempt('anna', SOURCE, async () => 'anna');
    const all = guesses.at([SOURCE], 60);
    expect(await guesses.throttle.attempt('anna', SOURCE, async () => 'anna')).toBe('anna');
    expect(await guesses.throttle.attempt('bert', '192.0.2.1', async () => 'bert')).toBe('bert');
    // The ten at once, and the first of the others.
    expect(guesses.checked).toBeLessThanOrEqual(11);
    await all;
  });

  it('are not forgiven for one good name', async () => {
    const guesses = new Guesses();
    await guesses.at([SOURCE], 10);
    await logIn(guesses.throttle, 'nora');
    await guesses.at([SOURCE], 120);
    expect(guesses.checked).toBeLessThan(10 + 30);
  });

  it('count together for the addresses of one IPv6 network', async () => {
    const guesses = new Guesses();
    await guesses.at(Array.from({ length: 120 }, (_, n) => `2001:db8:0:7::${n.toString(16)}`));
    expect(guesses.checked).toBeLessThan(30);
  });

  it('are forgotten after a while without any', async () => {
    const guesses = new Guesses();
    await guesses.at([SOURCE], 9);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 16 * 60_000);
    const all = guesses.at([SOURCE], 10);
    // All at once, as at first: the first pause has not yet ended.
    await new Promise((resolve) => setImmediate(resolve));
    expect(guesses.checked).toBe(19);
    await all;
    expect(guesses.refused).toBe(0);
  });
});

it('many right logins of one source at once are all let in', async () => {
  const throttle = new Throttle({ ...OPTIONS, patience: 1 });
  const slow = () => new Promise<string>((resolve) => setTimeout(() => resolve('in'), 1));
  const logins = Array.from({ length: 100 }, (_, n) => throttle.attempt(`user-${n}`, SOURCE, slow));
  expect(new Set(await Promise.all(logins))).toEqual(new Set(['in']));
});

it('more attempts of one user and source than may wait are refused, not called wrong', async () => {
  const throttle = new Throttle(OPTIONS);
  const attempts = Array.from({ length: 9 }, () => throttle.attempt('anna', SOURCE, async () => undefined));
  await expect(attempts[8]).rejects.toMatchObject({ code: 'overloaded' });
  await Promise.allSettled(attempts);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['local', 'local'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
