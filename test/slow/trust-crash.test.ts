import { describe, expect, it } from 'vitest';
import { faultOf } from '../soak/trust/operation.js';
import { deviceFault } from '../soak/trust/standing.js';
import { killUnderTraffic } from '../soak/trust/trust.js';
import { temporaryFolder } from '../support/clean-up.js';

const KILLS = 20;

describe('kill -9 under traffic of all kinds', () => {
  it(`leaves records and effects one to one in ${KILLS} kills; what was revoked, used or counted stays so`, async () => {
    const { faults, journal, standing, log } = await killUnderTraffic({
      rounds: KILLS,
      directory: temporaryFolder(),
      seed: 7,
    });
    expect(faults).toEqual([]);
    // All that can go wrong had a chance to.
    const kinds = [
      'edit',
      'edit-config',
      'assign',
      'complete',
      'approved',
      'delegate',
      'issue-token',
      'assign-by-token',
    ];
    for (const kind of kinds) expect([kind, journal.counts.get(kind)?.done]).toEqual([kind, expect.toSatisfy(isSome)]);
    const open = [...journal.counts.values()].reduce((sum, each) => sum + each.open, 0);
    expect(open).toBeGreaterThan(KILLS);
    expect(standing.counts.edits).toBeGreaterThan(0);
    expect(standing.counts.unknown).toBeGreaterThan(0);
    expect(standing.counts.rates).toBeGreaterThan(0);
    expect(log.size).toBeGreaterThan(20 * KILLS);
  }, 500_000);
});

const isSome = (count: unknown) => typeof count === 'number' && count > 0;

describe('the verdict of that test', () => {
  const done = { name: 'edit a', outcome: 'done' } as const;
  const open = { name: 'edit a', outcome: 'open' } as const;
  const refused = { name: 'edit a', outcome: 'refused' } as const;

  it.each([
    ['acknowledged, with record and effect', done, 1, true],
    ['acknowledged, of an effect that cannot be asked for', done, 1, undefined],
    ['not answered, with both', open, 1, true],
    ['not answered, with neither', open, 0, false],
    ['refused, with neither', refused, 0, false],
  ] as const)('is silent for an operation that was %s', (_title, operation, records, effect) => {
    expect(faultOf(operation, records, effect)).toBeUndefined();
  });

  it.each([
    ['acknowledged without record', done, 0, true, /it was acknowledged/],
    ['acknowledged without effect', done, 1, false, /its effect is not there/],
    ['recorded twice', done, 2, true, /2 records of one operation/],
    ['recorded and not done', open, 1, false, /its effect is not there/],
    ['done and not recorded', open, 0, true, /its effect is there/],
    ['refused and recorded as done', refused, 1, false, /it was refused/],
  ] as const)('names one that was %s', (_title, operation, records, effect, fault) => {
    expect(faultOf(operation, records, effect)).toMatch(fault);
  });

  it.each([
    ['one that is done and there', [['done']], true, undefined],
    ['one that failed and is not there', [['failed']], false, undefined],
    ['one whose outcome is not known', [['unknown']], true, undefined],
    ['one that was never begun', [], false, undefined],
    ['one without intent', [], true, 'it is on the device, and has no intent'],
    ['one without outcome', [[]], true, 'the intent has the outcomes (none)'],
    ['one with two outcomes', [['done', 'unknown']], true, 'the intent has the outcomes done, unknown'],
    ['one with two intents', [['done'], ['done']], true, '2 intents'],
    ['one that is done and not there', [['done']], false, 'it is done, and not on the device'],
    ['one that failed and is there', [['failed']], true, 'it failed, and is on the device'],
  ] as const)('judges an edit of a device: %s', (_title, outcomes, isThere, fault) => {
    expect(deviceFault(outcomes, isThere)).toBe(fault);
  });
});
