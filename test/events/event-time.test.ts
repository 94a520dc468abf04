import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from '../../src/events/event-time.js';

describe('event times', () => {
  it.each([
    ['2025-03-01T12:00:00Z', '2025-03-01T12:00:00.000Z'],
    ['2025-03-01T12:00:00.5Z', '2025-03-01T12:00:00.500Z'],
    ['2025-03-01T12:00:00.123456789Z', '2025-03-01T12:00:00.123456Z'],
    ['2025-03-01T12:00:00.000001+02:30', '2025-03-01T09:30:00.000001Z'],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ])('%s is %s', (given, kept) => {
    expect(formatTime(parseTime(given))).toBe(kept);
  });

  it.each(['', 'now', '2025-03-01', '2025-03-01T12:00:00', '2025-02-30T99:00:00Z', '2025-03-01 12:00:00Z'])(
    "refuses '%s'",
    (text) => {
      expect(() => parseTime(text)).toThrow(/no date and time/);
    },
  );

  it('come back as they were, to the microsecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), (time) => {
        expect(parseTime(formatTime(time))).toBe(time);
      }),
    );
  });
});
