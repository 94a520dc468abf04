/** Expressions are kept in memory as far as they are small together. */
import { expect, it } from 'vitest';
import { parseExpression } from '../../../src/workflows/expression/index.js';
import { Kept } from '../../../src/workflows/expression/kept.js';

/** Returns an expression of about 330 parts, unlike that of another number. */
const longOf = (number: number) => Array.from({ length: 110 }, (_, at) => `input.a${number}_${at}`).join('+');

it('Large expressions push the first ones out of the memory.', () => {
  const first = parseExpression(longOf(0));
  expect(parseExpression(longOf(0))).toBe(first);
  for (let number = 1; number < 1_200; number += 1) parseExpression(longOf(number));
  expect(parseExpression(longOf(0))).not.toBe(first);
});

it('An expression in use stays while others come and go.', () => {
  const used = parseExpression('input.used');
  for (let number = 0; number < 300; number += 1) {
    parseExpression(longOf(number));
    expect(parseExpression('input.used')).toBe(used);
  }
});

it('Values are forgotten by their weight, the one that was not used for longest first.', () => {
  const kept = new Kept<string>(10);
  kept.set('a', 'A', 4);
  kept.set('b', 'B', 4);
  kept.get('a');
  kept.set('c', 'C', 4);
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual(['A', undefined, 'C']);
  kept.set('c', 'D', 2);
  kept.set('d', 'E', 4);
  kept.set('e', 'F', 11);
  expect(['a', 'c', 'd', 'e'].map((key) => kept.get(key))).toEqual(['A', 'D', 'E', undefined]);
});
