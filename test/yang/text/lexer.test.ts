import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseModule } from '../../../src/yang/text/parser.js';

const argument = (text: string): string | undefined => parseModule(text, 'm.yang').statements.at(-1)?.argument;
const message = (text: string): string => {
  try {
    parseModule(text, 'm.yang');
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

describe('strings', () => {
  test('an unquoted string ends at a blank, a semicolon or a brace', () => {
    expect(argument('module m { prefix a:b/c=[1]; }')).toBe('a:b/c=[1]');
  });

  test('single quotes keep everything as written', () => {
    expect(argument(String.raw`module m { x:y 'a\n"b'; }`)).toBe(String.raw`a\n"b`);
  });

  test('double quotes know four escapes', () => {
    expect(argument(String.raw`module m { x:y "a\n\t\"\\b"; }`)).toBe('a\n\t"\\b');
  });

  test('YANG 1 keeps the backslash of an unknown escape', () => {
    expect(argument(String.raw`module m { x:y "\d+"; }`)).toBe(String.raw`\d+`);
  });

  test('YANG 1.1 refuses an unknown escape', () => {
    expect(message(String.raw`module m { yang-version 1.1; x:y "\d+"; }`)).toContain(
      String.raw`'\d' is not an escape of YANG 1.1`,
    );
  });

  test('YANG 1.1 refuses a quote inside an unquoted string', () => {
    expect(message(`module m { yang-version 1.1; x:y a'b; }`)).toContain('must be quoted as a whole');
  });

  test('parts joined by + are one string', () => {
    expect(argument(`module m { x:y 'a' + "b"\n + 'c'; }`)).toBe('abc');
  });

  test('only a quoted string may follow +', () => {
    expect(message(`module m { x:y 'a' + b; }`)).toContain("a quoted string is expected after '+', found 'b'");
  });

  test('lines lose their indentation up to the opening quote, and blanks at their end', () => {
    expect(argument('module m {\n  x:y "first  \n       second\n        third\n    fourth";\n}')).toBe(
      'first\nsecond\n third\nfourth',
    );
  });

  test('a tab counts to the next multiple of eight', () => {
    expect(argument('module m {\n    x:y "a\n\tb\n\t  c";\n}')).toBe('a\nb\n c');
  });

  test('CR LF is a line break', () => {
    expect(argument('module m {\r\n x:y "a\r\n      b";\r\n}')).toBe('a\nb');
  });

  test('any string survives being quoted', () => {
    const character = fc
      .string({ unit: 'grapheme' })
      .filter((s) => !/[^\t\n -\uD7FF\uE000-\uFDCF\uFDF0-\uFFFD]/u.test(s));
    fc.assert(
      fc.property(character, (s) => {
        const escaped = s.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
        expect(argument(`module m { yang-version 1.1; x:y "${escaped}"; }`)).toBe(s);
      }),
    );
  });
});

describe('comments', () => {
  test('both kinds are skipped, wherever a blank may stand', () => {
    expect(argument('// one\nmodule /* two */ m { x:y /* three\n */ z; // four\n}')).toBe('z');
  });

  test('a comment inside quotes is text', () => {
    expect(argument('module m { x:y "a // b"; }')).toBe('a // b');
  });

  test('one that never ends is an error at its start', () => {
    expect(message('module m {\n /* x')).toBe("m.yang:2:2: error: this comment is never closed: '*/' expected");
  });
});

describe('characters', () => {
  test('a control character is refused with its place', () => {
    expect(message('module m {\n x:y "\u0000";\n}')).toBe(
      'm.yang:2:7: error: character U+0000 is not allowed in YANG text',
    );
  });

  test('a byte order mark is skipped', () => {
    expect(argument('\uFEFFmodule m { x:y z; }')).toBe('z');
  });

  test('a long run of blanks takes linear time', () => {
    expect(argument(`module m { x:y "a${' '.repeat(200_000)}b\n"; }`)).toMatch(/^a +b\n$/);
  });
});
