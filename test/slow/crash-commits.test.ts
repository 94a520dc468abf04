import { describe, expect, it } from 'vitest';
import { parseXml } from '../../src/data/index.js';
import { crashCommits } from '../soak/commits/commits.js';
import { Ledger } from '../soak/commits/ledger.js';
import { editOf, readParts } from '../soak/commits/ledger-model.js';
import { temporaryFolder } from '../support/clean-up.js';

const ROUNDS = 20;
const STARTUP_ROUNDS = 5;

describe('kill -9 while configuration is changed', () => {
  it(`leaves running as before or as after in ${ROUNDS} rounds, and undoes what was not confirmed`, async () => {
    const { ledger } = await crashCommits({ rounds: ROUNDS, directory: temporaryFolder() });
    expect(ledger.faults).toEqual([]);
    // All that can go wrong had a chance to.
    expect(ledger.answered).toBeGreaterThan(3 * ROUNDS);
    expect(ledger.counts.before + ledger.counts.after).toBeGreaterThan(0);
    expect(ledger.counts.undone).toBeGreaterThan(0);
  }, 180_000);

  it(`loses nothing that was saved to startup in ${STARTUP_ROUNDS} rounds`, async () => {
    const directory = temporaryFolder();
    const { ledger } = await crashCommits({ rounds: STARTUP_ROUNDS, directory, startup: true });
    expect(ledger.faults).toEqual([]);
    expect(ledger.answered).toBeGreaterThan(STARTUP_ROUNDS);
  }, 60_000);
});

describe('the verdict of that test', () => {
  const parts = (a: number, b: number) => new Map(Object.entries({ a, b }));
  /** A ledger that stands at 1, with a change to 2 that is not answered. */
  async function changing(): Promise<Ledger> {
    const ledger = new Ledger();
    await ledger.make(parts(1, 1), async () => undefined);
    await ledger.make(parts(2, 2), () => Promise.reject(new Error('gone'))).catch(() => undefined);
    return ledger;
  }

  it.each([
    ['before', parts(1, 1), { before: 1, after: 0 }],
    ['after', parts(2, 2), { before: 0, after: 1 }],
  ])('is silent when all is as %s', async (_title, found, counts) => {
    const ledger = await changing();
    ledger.judge(found);
    expect([ledger.faults, ledger.counts]).toEqual([[], { ...counts, undone: 0 }]);
    ledger.judge(found);
    expect(ledger.faults).toEqual([]);
  });

  it.each([
    ['half of a change', parts(2, 1), /a part was done: a 2, b 1/],
    ['a part of two numbers', new Map<string, number | 'torn'>([...parts(2, 2), ['b', 'torn']]), /b torn/],
    ['a part that nobody made', parts(1, 1).set('c', 3), /c should be at undefined, is at 3/],
    ['a lost part', new Map([['a', 1]]), /a part was done/],
  ])('names %s', async (_title, found, fault) => {
    const ledger = await changing();
    ledger.judge(found);
    expect(ledger.faults.join()).toMatch(fault);
  });

  it('names what was acknowledged and is lost, and what was never confirmed and is there', async () => {
    const ledger = new Ledger();
    await ledger.make(parts(1, 1), async () => undefined);
    ledger.hold(parts(2, 2));
    ledger.judge(parts(1, 1));
    expect([ledger.faults, ledger.counts.undone]).toEqual([[], 1]);
    ledger.hold(parts(2, 2));
    ledger.judge(parts(0, 2));
    expect(ledger.faults).toEqual([
      'a should be at 1, is at 0',
      'b should be at 1, is at 2, which was never confirmed',
    ]);
  });

  it('reads a part as it was written, and sees one that is not whole', () => {
    const data = (xml: string) => parseXml(`<data>${xml}</data>`);
    const whole = editOf(parts(3, 4));
    expect(readParts(data(whole))).toEqual(parts(3, 4));
    expect(readParts(data(whole.replace('<number>4', '<number>3'))).get('b')).toBe('torn');
    expect(readParts(data(whole.replace('<item><id>only-4</id><number>4</number></item>', ''))).get('b')).toBe('torn');
  });
});
