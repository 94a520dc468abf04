import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseModule, YangErrors } from '../../../src/yang/index.js';

const message = (text: string): string => {
  try {
    parseModule(text, 'm.yang');
    return '';
  } catch (error) {
    if (error instanceof YangErrors) return error.message;
    throw error;
  }
};

describe('parseModule', () => {
  test('answers keyword, argument, sub-statements and place', () => {
    expect(parseModule('module m {\n  leaf a { type string; }\n}', 'm.yang')).toEqual({
      keyword: 'module',
      argument: 'm',
      location: { file: 'm.yang', line: 1, column: 1 },
      statements: [
        {
          keyword: 'leaf',
          argument: 'a',
          location: { file: 'm.yang', line: 2, column: 3 },
          statements: [
            { keyword: 'type', argument: 'string', location: { file: 'm.yang', line: 2, column: 12 }, statements: [] },
          ],
        },
      ],
    });
  });

  test.each([
    ['', 'm.yang:1:1: error: the text is empty: module or submodule expected'],
    ['module m {', "m.yang:1:11: error: the text ends before '}' closes the module of line 1"],
    ['module m { } }', "m.yang:1:14: error: unexpected '}': no statement is open"],
    ['module m { } module n { }', 'm.yang:1:14: error: nothing may follow the module, which ended before'],
    ['module m { leaf a b; }', "m.yang:1:19: error: ';' or '{' expected after leaf, found 'b'"],
    ['module m { "leaf" a; }', "m.yang:1:12: error: a keyword is expected, found the string 'leaf'"],
    ['module m { 1leaf a; }', "m.yang:1:12: error: '1leaf' is not a keyword"],
    ['module "m', 'm.yang:1:8: error: this double-quoted string is never closed'],
  ])('%j is refused: %s', (text, expected) => {
    expect(message(text)).toBe(expected);
  });

  test('nesting is bounded', () => {
    expect(message(`module m { ${'container a { '.repeat(10_000)}`)).toContain('statements nest deeper than');
  });

  test('whatever the text, the answer is a tree or YangErrors', () => {
    const pieces = fc.constantFrom(
      'module',
      'm',
      '{',
      '}',
      ';',
      '"',
      "'",
      '+',
      '//',
      '/*',
      '*/',
      '\\',
      '\n',
      ' ',
      'leaf',
      '<',
      'a:b',
      '\u0000',
      '\uD800',
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((p) => p.join('')),
        (text) => void message(text),
      ),
    );
  });
});
