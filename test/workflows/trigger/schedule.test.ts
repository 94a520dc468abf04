/** The times of schedules, over the days on which the clock is set. */
import { describe, expect, it } from 'vitest';
import { Schedule, ScheduleFault } from '../../../src/workflows/trigger/schedule.js';

const ZONE = 'Europe/Berlin';

/** The next times after one, in UTC. */
function times(cron: string, after: string, number: number, zone = ZONE): readonly string[] {
  const schedule = new Schedule({ cron, 'time-zone': zone });
  const found: string[] = [];
  let at: number | undefined = Date.parse(after);
  for (let index = 0; index < number && at !== undefined; index++) {
    at = schedule.after(at);
    if (at !== undefined) found.push(new Date(at).toISOString().replace('.000Z', 'Z'));
  }
  return found;
}

describe('a schedule', () => {
  it('has its times in its zone', () => {
    expect(times('30 2 * * 1-5', '2026-06-05T12:00:00Z', 2)).toEqual(['2026-06-08T00:30:00Z', '2026-06-09T00:30:00Z']);
    expect(times('0 12 * * *', '2026-01-01T00:00:00Z', 1, 'America/New_York')).toEqual(['2026-01-01T17:00:00Z']);
    expect(times('*/10 * * * * *', '2026-01-01T00:00:05Z', 2, 'UTC')).toEqual([
      '2026-01-01T00:00:10Z',
      '2026-01-01T00:00:20Z',
    ]);
  });

  it('fires once, at the first moment after the gap, for a time that does not exist', () => {
    const gap = '2026-03-29T01:00:00Z';
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([gap, '2026-03-30T00:30:00Z']);
    expect(times('10,40 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([gap, '2026-03-30T00:10:00Z']);
    expect(times('30 2,5 29 3 *', '2026-03-28T12:00:00Z', 2)).toEqual([gap, '2026-03-29T03:30:00Z']);
    expect(times('0 0 * * *', '2026-09-05T12:00:00Z', 1, 'America/Santiago')).toEqual(['2026-09-06T04:00:00Z']);
    expect(times('15 2 * * *', '2026-10-03T00:00:00Z', 2, 'Australia/Lord_Howe')).toEqual([
      '2026-10-03T15:30:00Z',
      '2026-10-04T15:15:00Z',
    ]);
  });

  it('fires once, at the first occurrence, for a time that occurs twice', () => {
    const once = ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'];
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(once);
    expect(times('30 2 * * *', '2026-10-25T00:40:00Z', 1)).toEqual(once.slice(1));
    expect(times('30 2 * * *', '2026-10-25T01:10:00Z', 1)).toEqual(once.slice(1));
    expect(times('0,30 2 * * *', '2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-25T00:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:00:00Z',
    ]);
    expect(times('30 1-3 * * *', '2026-10-24T12:00:00Z', 4)).toEqual([
      '2026-10-24T23:30:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T02:30:00Z',
      '2026-10-26T00:30:00Z',
    ]);
  });

  it('goes by the hours that pass when its hour is *', () => {
    expect(times('0 * * * *', '2026-10-24T23:30:00Z', 4)).toEqual([
      '2026-10-25T00:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-10-25T02:00:00Z',
      '2026-10-25T03:00:00Z',
    ]);
    expect(times('0 * * * *', '2026-03-29T00:30:00Z', 2)).toEqual(['2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z']);
  });

  it.each(['15,45 * * * *', '30 1-4 * * *', '*/20 2 * * *', '59 23 * * *', '0 0 * * *', '0 */2 * * *'])(
    'never goes back: %s',
    (cron) => {
      const schedule = new Schedule({ cron, 'time-zone': ZONE });
      for (const day of ['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'])
        for (let at = Date.parse(day); at < Date.parse(day) + 86_400_000; at += 7 * 60_000) {
          const next = schedule.after(at) ?? 0;
          expect(next).toBeGreaterThan(at);
          // The next time does not depend on the moment from which it is looked for.
          expect(schedule.after(next - 1)).toBe(next);
        }
    },
  );

  it('counts the times that are over, 1000 of them at most', () => {
    const minutes = new Schedule({ cron: '* * * * *', 'time-zone': 'UTC' });
    const first = Date.parse('2026-01-01T00:00:00Z');
    expect(minutes.overdue(first, first + 150_000)).toEqual({ number: 3, next: first + 180_000 });
    expect(minutes.overdue(first, first)).toEqual({ number: 0, next: first });
    const year = 365 * 86_400_000;
    expect(minutes.overdue(first, first + year)).toEqual({ number: 1_000, next: first + year });
  });

  it.each([
    ['61 * * * *', 'UTC', 'cron', 'Invalid value for minute: 61'],
    ['* *', 'UTC', 'cron', 'has 2 fields'],
    ['@daily', 'UTC', 'cron', 'has 1 fields'],
    ['0 0 30 2 *', 'UTC', 'cron', 'never comes'],
    ['* * * * *', 'Mars/Olympus', 'time-zone', 'Europe/Berlin'],
    ['* * * * *', '+01:00', 'time-zone', 'IANA'],
  ])('is refused: %s in %s', (cron, zone, leaf, message) => {
    const make = () => new Schedule({ cron, 'time-zone': zone });
    expect(make).toThrow(ScheduleFault);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ leaf }));
  });
});
