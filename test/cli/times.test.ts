/** Times in options of the command. */
import { expect, test } from 'vitest';
import { timeIn } from '../../src/cli/times.js';

const NOW = Date.parse('2027-03-01T12:00:00Z');

test.each([
  ['30s', '2027-03-01T11:59:30.000Z', '2027-03-01T12:00:30.000Z'],
  ['15m', '2027-03-01T11:45:00.000Z', '2027-03-01T12:15:00.000Z'],
  ['2h', '2027-03-01T10:00:00.000Z', '2027-03-01T14:00:00.000Z'],
  ['1d', '2027-02-28T12:00:00.000Z', '2027-03-02T12:00:00.000Z'],
  ['0s', '2027-03-01T12:00:00.000Z', '2027-03-01T12:00:00.000Z'],
])('%s is %s in the past, and %s in the future', (text, past, future) => {
  expect([timeIn(text, 'past', NOW), timeIn(text, 'future', NOW)]).toEqual([past, future]);
});

test.each([
  ['2027-01-31T22:00:00Z', '2027-01-31T22:00:00.000Z'],
  ['2027-01-31t22:00:00.5z', '2027-01-31T22:00:00.500Z'],
  ['2027-01-31T22:00:00+02:00', '2027-01-31T20:00:00.000Z'],
])('the date and time %s is %s', (text, time) => {
  for (const direction of ['past', 'future'] as const) expect(timeIn(text, direction, NOW)).toBe(time);
});

test.each([
  ...['', 'now', '5', '-5m', '1.5h', '5 m', '2w', '999999999d'],
  ...['2027-01-31', '2027-01-31T22:00:00', '2027-02-30T00:00:00Z', '2027-13-01T00:00:00Z', '2027-01-31T25:00:00Z'],
])('"%s" is no time', (text) => {
  expect(() => timeIn(text, 'past', NOW)).toThrow('or how long ago, e.g. 30s, 15m, 2h or 1d.');
  expect(() => timeIn(text, 'future', NOW)).toThrow('or a time from now, e.g. 30s, 15m, 2h or 1d.');
});
