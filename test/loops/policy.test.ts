import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, type PolicyInput, permission } from '../../src/loops/policy.js';

/** 2026-11-20 is a Friday. */
const FRIDAY_NOON = new Date('2026-11-20T12:00:00Z');

describe('a change window', () => {
  it.each([
    ['daily 10:00-14:00Z', '2026-11-20T12:00:00Z', true],
    ['daily 10:00-12:00Z', '2026-11-20T12:00:00Z', false],
    ['daily 12:00-12:01Z', '2026-11-20T12:00:00Z', true],
    ['daily 12:01-11:59Z', '2026-11-20T12:00:00Z', false],
    ['daily 22:00-05:00Z', '2026-11-20T23:30:00Z', true],
    ['daily 22:00-05:00Z', '2026-11-20T04:59:59Z', true],
    ['daily 22:00-05:00Z', '2026-11-20T05:00:00Z', false],
    ['daily 00:00-00:00Z', '2026-11-20T12:00:00Z', true],
    ['fri 00:00-23:59Z', '2026-11-20T12:00:00Z', true],
    ['sat 00:00-23:59Z', '2026-11-20T12:00:00Z', false],
    ['mon-fri 10:00-14:00Z', '2026-11-20T12:00:00Z', true],
    ['fri-mon 10:00-14:00Z', '2026-11-22T12:00:00Z', true],
    ['fri-mon 10:00-14:00Z', '2026-11-24T12:00:00Z', false],
    // Past midnight it belongs to the day on which it opened.
    ['fri 22:00-05:00Z', '2026-11-21T04:00:00Z', true],
    ['fri 22:00-05:00Z', '2026-11-20T04:00:00Z', false],
    ['mon-fri 22:00-05:00Z', '2026-11-23T04:00:00Z', false],
    // With an offset, days and times are local.
    ['fri 12:00-14:00+02:00', '2026-11-20T11:00:00Z', true],
    ['sat 00:30-02:00+02:00', '2026-11-20T23:00:00Z', true],
    ['thu 23:00-23:30-05:30', '2026-11-20T04:45:00Z', true],
    ['rubbish', '2026-11-20T12:00:00Z', false],
  ])('%s at %s is open: %s', (window, at, open) => {
    expect(isOpen(window, new Date(at))).toBe(open);
  });

  const minutes = fc.integer({ min: 0, max: 1439 });
  const moments = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

  it('is open exactly when the window of the other hours is closed', () => {
    fc.assert(
      fc.property(minutes, minutes, moments, (from, to, at) => {
        fc.pre(from !== to);
        const open = isOpen(`daily ${clock(from)}-${clock(to)}Z`, at);
        expect(isOpen(`daily ${clock(to)}-${clock(from)}Z`, at)).toBe(!open);
      }),
    );
  });

  it('is open on each day of the week that its range names and on no other', () => {
    const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
    fc.assert(
      fc.property(fc.nat(6), fc.nat(6), moments, (first, last, at) => {
        const named = new Set<number>();
        for (let day = first; ; day = (day + 1) % 7) {
          named.add(day);
          if (day === last) break;
        }
        expect(isOpen(`${days[first]}-${days[last]} 00:00-00:00Z`, at)).toBe(
          // The window opened today, or yesterday and is still open: with 24 hours, only the former.
          named.has(at.getUTCDay()),
        );
      }),
    );
  });

  it('means the same moments whatever offset it is written in', () => {
    fc.assert(
      fc.property(minutes, minutes, fc.integer({ min: -11, max: 11 }), moments, (from, to, hours, at) => {
        const shift = (minute: number) => clock((((minute + hours * 60) % 1440) + 1440) % 1440);
        const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
        expect(isOpen(`daily ${shift(from)}-${shift(to)}${offset}`, at)).toBe(
          isOpen(`daily ${clock(from)}-${clock(to)}Z`, at),
        );
      }),
    );
  });
});

describe('permission', () => {
  const input = (more: Partial<PolicyInput>): PolicyInput => ({
    policy: { mode: 'autonomous' },
    affected: 1,
    now: FRIDAY_NOON,
    executions: [],
    ...more,
  });
  const ago = (seconds: number): Date => new Date(FRIDAY_NOON.getTime() - seconds * 1000);

  it('follows the mode when nothing stands against it', () => {
    expect(permission(input({}))).toEqual({ kind: 'execute' });
    expect(permission(input({ policy: { mode: 'approve' } }))).toEqual({ kind: 'approve' });
    expect(permission(input({ policy: { mode: 'observe' } }))).toEqual({ kind: 'observe-only' });
  });

  it('only observes in mode observe, whatever else would forbid it', () => {
    expect(permission(input({ policy: { mode: 'observe' }, halted: 'drill' }))).toEqual({ kind: 'observe-only' });
  });

  it.each<readonly [string, Partial<PolicyInput>, string]>([
    ['everything autonomous is stopped', { halted: 'drill' }, 'everything autonomous is stopped: drill'],
    ['it touches too much', { policy: { mode: 'approve', 'max-affected': 2 }, affected: 3 }, 'would touch 3 elements'],
    [
      'the rate limit is reached',
      { policy: { mode: 'autonomous', 'rate-limit': 2 }, executions: [ago(3000), ago(10)] },
      '2 executions in the last hour, 2 are allowed',
    ],
    ['it cools down', { policy: { mode: 'autonomous', 'cool-down': 60 }, executions: [ago(59)] }, 'cooling down'],
    [
      'it cools down for longer than an hour',
      { policy: { mode: 'autonomous', 'cool-down': 7200 }, executions: [ago(7000)] },
      'cooling down for 7200 s',
    ],
    [
      'no change window is open',
      { policy: { mode: 'autonomous', 'change-window': ['sat 00:00-05:00Z', 'daily 13:00-14:00Z'] } },
      'outside the change windows',
    ],
  ])('is refused when %s', (_why, more, reason) => {
    expect(permission(input(more))).toEqual({ kind: 'suppressed', reason: expect.stringContaining(reason) });
  });

  it.each<readonly [string, Partial<PolicyInput>]>([
    ['as many elements as allowed', { policy: { mode: 'autonomous', 'max-affected': 3 }, affected: 3 }],
    [
      'executions longer ago than an hour',
      { policy: { mode: 'autonomous', 'rate-limit': 1 }, executions: [ago(3600)] },
    ],
    ['an end of the cool-down', { policy: { mode: 'autonomous', 'cool-down': 60 }, executions: [ago(60)] }],
    [
      'one open window of several',
      { policy: { mode: 'autonomous', 'change-window': ['sat 00:00-01:00Z', 'fri 11:00-13:00Z'] } },
    ],
  ])('is given with %s', (_what, more) => {
    expect(permission(input(more))).toEqual({ kind: 'execute' });
  });
});
