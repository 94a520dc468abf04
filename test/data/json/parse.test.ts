import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, RpcError } from '../../../src/data/index.js';

const failure = (text: string, limits = {}): RpcError => {
  try {
    parseJson(text, limits);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
  throw new Error('accepted');
};

describe('parseJson', () => {
  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // Integers beyond 2^53 are refused instead; strings of digits are left alone by this, too.
        fc.pre(!/\d{16}(?![.\d]*[.eE])/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('keeps members with the names of object internals as ordinary members', () => {
    const value = parseJson('{"__proto__":{"x":1},"constructor":2}');
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', { x: 1 }],
      ['constructor', 2],
    ]);
    expect(Object.getPrototypeOf(parseJson('{"__proto__":1e1}'))).toBe(Object.prototype);
  });

  test.each([
    ['{"a":1,"b":{"c":1,"c":2}}', 'line 1, column 19: not well-formed JSON: the member "c" stands twice'],
    ['{"a":1,\n "\\u0061":2}', 'line 2, column 2: not well-formed JSON: the member "a" stands twice'],
    ['{"a" 1}', 'expected ":" after the member name, found "1"'],
    ['{"a":1,}', 'expected a member name, found "}"'],
    ['[1 2]', 'expected "," or "]", found "2"'],
    ['[1,2', 'found the end of the text'],
    ['nul', 'expected a value, found "n"'],
    ['"a', 'not closed'],
    ['01', 'unexpected "1" after the end'],
    ['', 'the end of the text'],
    ['{"a":1} x', 'unexpected "x" after the end'],
  ])('refuses %j with its place', (text, words) => {
    expect(failure(text)).toMatchObject({ type: 'rpc', tag: 'malformed-message' });
    expect(failure(text).message).toContain(words);
  });

  test('refuses numbers that would be rounded', () => {
    expect(failure('{"a": 18446744073709551615}')).toMatchObject({ type: 'application', tag: 'invalid-value' });
    expect(failure('{"a": 9007199254740993}').message).toContain('line 1, column 7');
    expect(failure('[1e999]').tag).toBe('invalid-value');
    expect(parseJson('[9007199254740991, -9007199254740991, 1e3, 0.12345678901234567890]')).toEqual([
      9007199254740991, -9007199254740991, 1000, 0.12345678901234568,
    ]);
  });

  test('refuses nesting beyond the limit without exhausting the stack', () => {
    expect(parseJson(`${'['.repeat(200)}${']'.repeat(200)}`)).toBeInstanceOf(Array);
    expect(failure(`${'['.repeat(201)}${']'.repeat(201)}`).message).toContain('nested deeper than 200');
    expect(failure('{"a":'.repeat(1_000_000)).message).toContain('nested deeper');
  });

  test('refuses text beyond the size limit', () => {
    expect(failure('"éé"', { maxBytes: 5 }).tag).toBe('too-big');
  });
});
