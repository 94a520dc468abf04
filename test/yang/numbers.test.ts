import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, readDecimal, readInteger, readSchemaInteger } from '../../src/yang/numbers.js';

const units = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('a decimal64 survives being written and read', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 18 }), (value, digits) => {
      expect(readDecimal(formatDecimal(value, digits), digits)).toBe(value);
    }),
  );
});

test.each([
  [150n, 2, '1.5'],
  [-5n, 3, '-0.005'],
  [0n, 1, '0.0'],
  [100n, 2, '1.0'],
])('%s units of %i digits are written %s', (value, digits, text) => {
  expect(formatDecimal(value, digits)).toBe(text);
});

test.each(['', '.', '1.', '.5', '1e3', '1.234', '--1', '0x1'])('%j is no decimal of two digits', (text) => {
  expect(readDecimal(text, 2)).toBeUndefined();
});

test('schema integers may be hexadecimal or octal, others not', () => {
  expect(['0x1F', '-0x1f', '017', '+7', '0'].map(readSchemaInteger)).toEqual([31n, -31n, 15n, 7n, 0n]);
  expect(['0x1F', '017', '08', '1.0', 'x'].map(readInteger)).toEqual([undefined, 17n, 8n, undefined, undefined]);
});

test('a number of a million digits is refused unread', () => {
  expect(readInteger('1'.repeat(1_000_000))).toBeUndefined();
});
