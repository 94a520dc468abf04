/** Texts that nobody means well with: long strings, odd characters, names that JavaScript objects have, patterns without end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJson, decodeXmlText, parseJson, validate } from '../../src/data/index.js';
import { compile, directories, parseModule, schemaNodeAt, sourceTexts } from '../../src/yang/index.js';
import { body, outcome } from './hostile.js';
import { compileBody, leafAt, moduleText } from './support.js';

const LEAF = 'leaf x { type string; }';

describe('long strings', () => {
  it.each([
    ['a string of 10 MB', `description "${'a'.repeat(10_000_000)}";`, 'compiles'],
    ['a string of 500,000 lines', `description "${'a\n   '.repeat(500_000)}";`, 'compiles'],
    ['a string of escapes', `description "${'\\\\'.repeat(500_000)}";`, 'compiles'],
    ['tabs before a string', `${'\t'.repeat(1_000_000)}description "${'a\n'.repeat(1000)}";`, 'compiles'],
    ['a keyword', `${'a'.repeat(1_000_000)} x;`, "m.yang:6:1: error: unknown statement 'aaaa"],
    ['a name', `leaf ${'a'.repeat(1_000_000)} { type string; }`, 'compiles'],
    ['a name that is not defined', `leaf a { type ${'a'.repeat(1_000_000)}; }`, "type 'aaaa"],
    ['a number in a range', `leaf a { type int32 { range "${'9'.repeat(1_000_000)}"; } }`, "m.yang:6:23: error: '9999"],
    ['a default', `leaf a { type uint64; default "${'9'.repeat(1_000_000)}"; }`, "m.yang:6:23: error: default '9999"],
    ['a literal in an XPath expression', `leaf a { type string; must "'${'x'.repeat(1_000_000)}'"; }`, 'compiles'],
    ['a class in a pattern', `leaf a { type string { pattern '[${'a-z'.repeat(100_000)}]'; } }`, 'compiles'],
  ])('%s', (_, text, expected) => {
    expect(outcome(body(text))).toContain(expected);
  });
});

describe('names that JavaScript objects have', () => {
  it('are names like others for modules, definitions and nodes', () => {
    const text = moduleText(
      'constructor',
      `typedef __proto__ { type string; } grouping toString { leaf valueOf { type __proto__; } }
      identity hasOwnProperty; identity __proto__ { base hasOwnProperty; } feature __proto__; extension __proto__ { argument toString; }
      container __proto__ {
        uses toString { refine valueOf { default "__proto__"; } }
        leaf isPrototypeOf { if-feature __proto__; type identityref { base hasOwnProperty; } default __proto__; }
        constructor:__proto__ x;
        leaf e { type enumeration { enum __proto__; enum constructor; } default __proto__; }
        leaf b { type bits { bit __proto__; bit toString; } default "toString __proto__"; }
      }
      rpc toString { input { leaf __proto__ { type string; } } } notification valueOf;
      choice constructor { default __proto__; case __proto__ { leaf z { type string; } } }
      augment /constructor:__proto__ { leaf prototype { type string; } }
      list l { key __proto__; unique toString; leaf __proto__ { type string; } leaf toString { type string; } }`,
    );
    const schema = compile({ sources: sourceTexts([{ file: 'constructor.yang', text }]), implement: ['constructor'] });
    expect(leafAt(schema, '/constructor:__proto__/valueOf')).toMatchObject({ default: '__proto__' });
    expect(leafAt(schema, '/constructor:__proto__/isPrototypeOf')).toMatchObject({ default: 'constructor:__proto__' });
    expect(leafAt(schema, '/constructor:__proto__/b')).toMatchObject({ default: '__proto__ toString' });
    expect(schemaNodeAt(schema, '/constructor:toString/input/__proto__')?.kind).toBe('leaf');
    expect(schema.root.children.find((node) => node.kind === 'choice')).toMatchObject({
      defaultCase: { name: '__proto__' },
    });
    expect(schema.modules.get('constructor')?.features).toEqual(new Set(['__proto__']));
  });

  it.each([
    [
      'statements',
      'constructor x; __proto__ y; toString;',
      "m.yang:6:1: error: unknown statement 'constructor' in module",
    ],
    ['types', 'leaf x { type constructor; }', "type 'constructor' is not defined"],
    ['groupings', 'uses toString;', "grouping 'toString' is not defined"],
    ['features', 'leaf x { if-feature valueOf; type string; }', "feature 'valueOf' is not defined in module m"],
    [
      'identities',
      'leaf x { type identityref { base __proto__; } }',
      "identity '__proto__' is not defined in module m",
    ],
    ['deviations', 'deviation /m:x { deviate constructor; }', "deviate has the argument 'constructor'"],
    ['enums', 'leaf x { type enumeration { enum a; } default toString; }', "'toString' is none of the enums 'a'"],
    ['functions', 'leaf x { type string; must "constructor()"; }', "there is no function 'constructor'"],
    [
      'categories',
      "leaf x { type string { pattern '\\p{constructor}'; } }",
      "'constructor' is neither a Unicode category",
    ],
  ])('are unknown %s where nothing defines them', (_, text, expected) => {
    expect(outcome(body(text))).toContain(expected);
  });
});

describe('characters', () => {
  it.each([
    ['NUL', '\0', 'm.yang:6:15: error: character U+0000 is not allowed in YANG text'],
    ['a control character', '\u0007', 'character U+0007 is not allowed'],
    ['half a surrogate pair, first', '\ud800', 'character U+D800 is not allowed'],
    ['half a surrogate pair, second', '\udc00', 'character U+DC00 is not allowed'],
    ['a noncharacter', '\ufffe', 'character U+FFFE is not allowed'],
    ['a noncharacter of another plane', '\u{1fffe}', 'character U+1FFFE is not allowed'],
    ['a character of another plane', '\u{1f600}', 'compiles'],
  ])('%s in a string', (_, character, expected) => {
    expect(outcome(body(`description "a${character}";`))).toContain(expected);
  });

  it.each([
    ['a byte order mark at the start', `\ufeff${moduleText('m', LEAF)}`, 'compiles'],
    ['a byte order mark elsewhere', moduleText('m', `leaf \ufeffx { type string; }`), 'm.yang:6:6: error: unexpected'],
    [
      'a blank of another kind between words',
      moduleText('m', 'leaf\u00a0x { type string; }'),
      'm.yang:6:5: error: unexpected',
    ],
    ['line ends of two characters', moduleText('m', LEAF).replaceAll('\n', '\r\n'), 'compiles'],
    ['an empty text', '', 'the text is empty'],
    ['a comment that does not end', '/* module m', 'this comment is never closed'],
    [
      'entities in YIN',
      '<!DOCTYPE m [<!ENTITY a "b">]><module name="m" xmlns="urn:ietf:params:xml:ns:yang:yin:1"/>',
      'a document type declaration is not allowed',
    ],
  ])('%s', (_, text, expected) => {
    expect(outcome([text], ['m'])).toContain(expected === 'compiles' ? expected : '');
    const source = { file: 'm.yang', text };
    const errors = (): unknown => compile({ sources: sourceTexts([source]), implement: ['m'] });
    if (expected === 'compiles') errors();
    else expect(errors).toThrow(expected);
  });

  describe('of files', () => {
    let directory = '';
    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'yangent-hostile-'));
    });
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    it.each([
      ['a byte that begins nothing', Buffer.from([0x61, 0xff, 0x62]), 7],
      ['a sequence that breaks off', Buffer.from([0xc3, 0xa9, 0xe2, 0x82, 0x62]), 7],
      ['half a surrogate pair', Buffer.from([0xed, 0xa0, 0x80]), 6],
      ['an overlong sequence', Buffer.from([0xc0, 0xaf]), 6],
    ])('that are not UTF-8: %s', (_, bytes, column) => {
      const [before = '', after = ''] = moduleText('m', '\n  // @\n').split('@');
      const file = join(directory, 'm.yang');
      writeFileSync(file, Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]));
      expect(() => compile({ sources: directories([directory]), implement: ['m'] })).toThrow(
        `${file}:7:${column}: error: this is not UTF-8, in which YANG texts are written`,
      );
    });
  });
});

it('elements of YIN nest no deeper than statements of YANG', () => {
  const text = `<module name="m" xmlns="urn:ietf:params:xml:ns:yang:yin:1">${'<container name="x">'.repeat(50_000)}`;
  expect(() => parseModule(text, 'm.yin')).toThrow('statements nest deeper than 200');
});

it('patterns that engines with backtracking never finish judge a long value at once', () => {
  const patterns = [
    '(a+)+b',
    '(a|a)*b',
    '(a|aa)+b',
    '(.*a){20}b',
    'a*a*a*a*a*a*b',
    '((a{1000}){1000}){1000}',
    '(a{65535}){65535}',
  ];
  for (const pattern of patterns) {
    const schema = compileBody(`leaf x { type string { pattern '${pattern}'; } }`);
    const value = 'a'.repeat(50_000);
    const readings = [
      () => validate(decodeJson(schema.root, parseJson(`{"m:x":"${value}"}`), { schema }), { schema }),
      () => validate(decodeXmlText(schema.root, `<x xmlns="urn:m">${value}</x>`, { schema }), { schema }),
    ];
    for (const reading of readings) {
      const start = performance.now();
      expect(reading).toThrow();
      expect(performance.now() - start).toBeLessThan(1000);
    }
  }
});
