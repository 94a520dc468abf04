import { describe, expect, it } from 'vitest';
import { answerPattern } from '../../../src/tasks/answers/pattern.js';

const PATTERNS = [
  '^[a-z]+-\\d+$',
  'edge',
  '^edge',
  'edge$',
  '^(?:edge|core)-[0-9]{1,3}$',
  '^a|b$',
  '(?<kind>edge|core)+',
  '^a+?b*?c??$',
  '^[\\w.-]+@[\\w-]+(?:\\.[\\w-]+)+$',
  '^[^\\s/]+$',
  '^\\s*\\S+\\s*$',
  '^[\\s\\S]{2,4}$',
  '^.*$',
  '^[*?+^[\\]-]+$',
  '^\\u0041\\x42\\u{43}\\/\\.$',
  '^\\p{Lu}\\p{Ll}+$',
  '^\\D\\W$',
  '^\\$\\^$',
  '',
];
const TEXTS = [
  ...[
    '',
    'edge-1',
    'core-12',
    'core',
    'my edge',
    'a',
    'b',
    'ab',
    'aabbc',
    'xb',
    'ax',
    'ann@acme.example',
    'a b',
    'a/b',
  ],
  ...['two\nlines', '*?+^[]-', 'ABC/.', 'Anna', 'ANNA', 'é!', '٣', '\u2028', '\u00a0x', '$^', '😀', '😀😀'],
];

describe('a pattern of a JSON Schema', () => {
  it.each(PATTERNS)('matches what it matches in JavaScript: %j', (pattern) => {
    const { test } = answerPattern(pattern);
    const expression = new RegExp(pattern, 'u');
    expect(TEXTS.filter((text) => test(text))).toEqual(TEXTS.filter((text) => expression.test(text)));
  });

  it('takes linear time where JavaScript would not', () => {
    const { test } = answerPattern('^(a+)+$');
    expect(test('a'.repeat(50_000))).toBe(true);
    expect(test(`${'a'.repeat(50_000)}b`)).toBe(false);
  });

  it.each([
    ['(', /Invalid regular expression/],
    ['a(?=b)', /looks ahead or behind/],
    ['(?<!a)b', /looks ahead or behind/],
    ['(a)\\1', /refers back/],
    ['\\bword\\b', /edge of a word/],
    ['a(^b)', /"\^" may only stand at the beginning/],
    ['(a$)b', /"\$" may only stand at the end/],
    ['$a', /stands behind "\$"/],
    ['[\\D1]', /stands in a class with others/],
    ['\\p{Script=Greek}', /category/],
    ['(?:a{1000}){1000}b?a{9}', /use smaller counts/],
  ])('is refused where it is none, or not matched in linear time: %s', (pattern, message) => {
    expect(() => answerPattern(pattern)).toThrow(message);
  });
});
