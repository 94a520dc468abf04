import { expect, test } from 'vitest';
import { paintFor } from '../../src/cli/paint.js';

test('a terminal gets colours', () => {
  expect(paintFor({ isTTY: true }, {})('error:', 'bold', 'red')).toBe('\u001b[1;31merror:\u001b[0m');
});

test.each([
  ['what is no terminal', {}, {}],
  ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }],
  ['a terminal without colours', { isTTY: true }, { TERM: 'dumb' }],
])('%s gets none', (_, stream, environment) => {
  expect(paintFor(stream, environment)('error:', 'red')).toBe('error:');
});

test('nothing is painted around nothing', () => {
  expect(paintFor({ isTTY: true }, {})('', 'red')).toBe('');
});
