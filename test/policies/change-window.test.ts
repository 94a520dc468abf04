import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, unknownZone } from '../../src/policies/change-window.js';

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
    // In the time of a place, whatever its offset is at that time of the year.
    ['daily 22:00-23:00 Europe/Berlin', '2026-07-01T20:30:00Z', true],
    ['daily 22:00-23:00 Europe/Berlin', '2026-01-01T20:30:00Z', false],
    ['daily 22:00-23:00 Europe/Berlin', '2026-01-01T21:30:00Z', true],
    ['fri 22:00-05:00 America/New_York', '2026-11-21T09:30:00Z', true],
    ['fri 22:00-05:00 America/New_York', '2026-11-21T10:00:00Z', false],
    // On 29 March 2026 the clocks go from 02:00 to 03:00,
    ['sun 02:00-04:00 Europe/Berlin', '2026-03-29T00:59:59Z', false],
    ['sun 02:00-04:00 Europe/Berlin', '2026-03-29T01:00:00Z', true],
    ['sun 02:00-04:00 Europe/Berlin', '2026-03-29T02:00:00Z', false],
    ['sun 02:00-03:00 Europe/Berlin', '2026-03-29T01:00:00Z', false],
    // so a window over that night is an hour shorter;
    ['sat 22:00-05:00 Europe/Berlin', '2026-03-29T02:59:59Z', true],
    ['sat 22:00-05:00 Europe/Berlin', '2026-03-29T03:00:00Z', false],
    // on 25 October they go from 03:00 back to 02:00.
    ['sun 02:30-03:00 Europe/Berlin', '2026-10-25T00:30:00Z', true],
    ['sun 02:30-03:00 Europe/Berlin', '2026-10-25T01:00:00Z', false],
    ['sun 02:30-03:00 Europe/Berlin', '2026-10-25T01:30:00Z', true],
    ['sun 02:30-03:00 Europe/Berlin', '2026-10-25T02:00:00Z', false],
    ['daily 00:00-00:00 Nowhere/Land', '2026-11-20T12:00:00Z', false],
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

  it('means in a time zone without summer time what it means with the offset of that zone', () => {
    fc.assert(
      fc.property(minutes, minutes, moments, (from, to, at) => {
        const span = `sat-mon ${clock(from)}-${clock(to)}`;
        // The names of these zones have the sign of those west of Greenwich.
        expect(isOpen(`${span} Etc/GMT-5`, at)).toBe(isOpen(`${span}+05:00`, at));
        expect(isOpen(`${span} UTC`, at)).toBe(isOpen(`${span}Z`, at));
      }),
    );
  });

  it('is known by a time zone that nobody knows', () => {
    expect(unknownZone('daily 01:00-02:00 Nowhere/Land')).toBe('Nowhere/Land');
    for (const window of ['daily 01:00-02:00 Europe/Berlin', 'daily 01:00-02:00Z', 'daily 01:00-02:00+02:00'])
      expect(unknownZone(window)).toBeUndefined();
  });
});
