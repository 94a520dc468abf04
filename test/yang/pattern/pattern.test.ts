import { describe, expect, it } from 'vitest';
import { compilePattern, PatternError } from '../../../src/yang/pattern.js';

function matches(pattern: string, value: string): boolean {
  return compilePattern(pattern).test(value);
}

describe('a pattern', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'xabc', false],
    ['abc', 'abcx', false],
    ['a|bc|', '', true],
    ['a|bc|', 'bc', true],
    ['^a$', '^a$', true],
    ['^a$', 'a', false],
    ['.', '\n', false],
    ['.', '\r', false],
    ['.', '\u2028', true],
    ['.', '\u{1f600}', true],
    ['..', '\u{1f600}', false],
    ['[\u{1f600}-\u{1f602}]', '\u{1f601}', true],
    ['a{2,3}', 'aaaa', false],
    ['a{2,}', 'aaaa', true],
    ['(ab){0}', '', true],
    ['a{0,0}b', 'b', true],
    ['[a-z-[aeiou]]+', 'bcd', true],
    ['[a-z-[aeiou]]+', 'bad', false],
    ['[^a-z-[0-9]]', '5', false],
    ['[^a-z-[0-9]]', 'A', true],
    ['[-a]', '-', true],
    ['[a-]', '-', true],
    ['[a^]', '^', true],
    ['[+\\-]', '-', true],
    ['\\d', '\u0664', true],
    ['\\D', '5', false],
    ['\\s', '\u00a0', false],
    ['\\S', ' ', false],
    ['\\w+', 'a1\u00e9', true],
    ['\\w', '_', false],
    ['\\W', '_', true],
    ['\\i\\c*', 'a-b.c:d', true],
    ['\\i', '1', false],
    ['\\I', '1', true],
    ['\\C', ' ', true],
    ['\\p{Lu}\\p{Ll}', 'Ab', true],
    ['\\P{L}', 'a', false],
    ['\\p{IsGreek}', '\u03b1', true],
    ['\\p{IsBasicLatin}+', 'abc', true],
    ['\\P{IsBasicLatin}', 'a', false],
    ['\\p{Cn}', '\u{50000}', true],
    ['\\p{Co}', '\u{f0000}', true],
    ['\\$\\/\\"', '$/"', true],
    ['a\\{1\\}', 'a{1}', true],
    ['((((a))))', 'a', true],
  ])('%s on %j: %s', (pattern, value, expected) => {
    expect(matches(pattern, value)).toBe(expected);
  });

  it.each([
    ['(?=a)', 1, 'XSD'],
    ['a*?', 2, 'lazy'],
    ['a++', 2, 'lazy'],
    ['\\1', 0, 'escape'],
    ['\\b', 0, 'escape'],
    ['*a', 0, 'character is expected'],
    ['(a', 0, 'not closed'],
    ['a)', 1, 'closes no'],
    ['[a', 0, 'not closed'],
    ['a]', 1, 'character is expected'],
    ['[]', 0, 'empty'],
    ['[z-a]', 1, 'wrong way round'],
    ['[a-\\d]', 3, 'one character'],
    ['[a[b]]', 2, "'\\['"],
    ['a{3,2}', 1, 'below'],
    ['a{,2}', 1, 'quantity'],
    ['a*{1,3}', 2, 'nothing before it'],
    ['{2}', 0, 'nothing before it'],
    ['a{99999999999}', 1, 'at most'],
    ['\\p{Xx}', 0, 'neither'],
    ['\\pL', 0, 'braces'],
    ['\\', 0, 'escape'],
    ['('.repeat(300), 201, 'deep'],
  ])('%s is refused at %i', (pattern, position, reason) => {
    const error = refusal(pattern);
    expect(error.message).toContain(reason);
    expect(error.position).toBe(position);
  });

  it('is refused when its counts make it too large to match safely', () => {
    expect(refusal('(a?b{1,1000}){1,1000}').message).toContain('multiply');
  });

  it('takes large counts where the next character always decides', () => {
    expect(matches('[a-z]{1,60000}', 'a'.repeat(60_000))).toBe(true);
    expect(matches('[a-z]{1,60000}', 'a'.repeat(60_001))).toBe(false);
  });

  it('keeps what the statement says beside it', () => {
    const pattern = compilePattern('a', { invert: true, errorMessage: 'no', errorAppTag: 'tag' });
    expect(pattern).toMatchObject({ text: 'a', invert: true, errorMessage: 'no', errorAppTag: 'tag' });
    expect(pattern.test('a')).toBe(true);
  });
});

describe('matching takes linear time', () => {
  it.each([
    '(a+)+b',
    '(a|a)*b',
    '(a*)*b',
    '(a|aa)+b',
    '(.*)(.*)(.*)(.*)x',
    '((a|b)?){30}c',
    '(x+x+)+y',
    '[a-z]*a[a-z]*a[a-z]*1',
  ])('%s on 50,000 characters', (pattern) => {
    const started = performance.now();
    expect(matches(pattern, 'a'.repeat(50_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1500);
  });
});

function refusal(pattern: string): PatternError {
  try {
    compilePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
  throw new Error(`${pattern} was taken`);
}
