import { expect, it } from 'vitest';
import { duration, shortened } from '../../../src/workflows/picture/text.js';

it.each([
  ['short', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['more than 10', 10, 'more than…'],
  ['two\n\tlines', 20, 'two lines'],
  ['bell\u0007 and \u202eturn', 20, 'bell\ufffd and \ufffdturn'],
  ['half \ud83d', 20, 'half \ufffd'],
  ['🛰🛰🛰', 2, '🛰…'],
  [`${' '.repeat(5000)}end`, 10, '…'],
])('%j in %i characters is %j', (text, length, line) => {
  expect(shortened(text, length)).toBe(line);
});

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [90, '1 min 30 s'],
  [5400, '1 h 30 min'],
  [604_800, '7 d'],
])('%i seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
