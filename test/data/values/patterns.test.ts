import { describe, expect, test } from 'vitest';
import { encodeJson, encodeXml, validate } from '../../../src/data/index.js';
import { errorOf, errorsOf, json, schemaOf, xml } from '../support.js';

const schema = schemaOf(`module m { yang-version 1.1; namespace urn:m; prefix m;
  leaf nested { type string { pattern "(a+)+b"; } }
  leaf either { type string { pattern "([a-z]|a|aa)*x{2,50}.*y"; } }
  leaf twice { type string { pattern "(.*a){20}"; pattern "(a|a?)+" { modifier invert-match; } } }
  leaf matched { type string; must "re-match(., '(a+)+b')"; }
  leaf three { type string { length 3; pattern ".{3}"; } }
  leaf none { type string { pattern "[^x]*"; } }
  leaf-list any { type string; }
}`);
const LONG = 'a'.repeat(50_000);

describe('patterns that backtracking engines choke on', () => {
  test.each(['nested', 'either', 'twice'])('%s answers within a second', (name) => {
    const start = performance.now();
    expect(errorOf(() => json(schema, { [`m:${name}`]: LONG })).tag).toBe('invalid-value');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('re-match as well', () => {
    const start = performance.now();
    const tree = json(schema, { 'm:matched': LONG });
    expect(errorOf(() => validate(tree, { schema })).appTag).toBe('must-violation');
    expect(performance.now() - start).toBeLessThan(1000);
    expect(() => validate(json(schema, { 'm:matched': `${LONG}b` }), { schema })).not.toThrow();
  });
});

describe('characters beyond the basic plane', () => {
  test.each(['😀😀😀', 'a😀é', '𝒳𝒴𝒵'])('%s has three', (text) => {
    const tree = json(schema, { 'm:three': text, 'm:none': text });
    expect(encodeJson(tree)).toBe(`{"m:three":"${text}","m:none":"${text}"}`);
    expect(encodeXml(tree)).toBe(`<three xmlns="urn:m">${text}</three><none xmlns="urn:m">${text}</none>`);
    expect(encodeJson(xml(schema, encodeXml(tree)))).toBe(encodeJson(tree));
  });

  test.each([
    ['😀a', 'the length 2 is not in 3'],
    ['😀😀', 'the length 2 is not in 3'],
    ['\ud83d', 'U+D83D'],
    ['a\ude00b', 'U+DE00'],
  ])('%j has not', (text, words) => {
    expect(errorOf(() => json(schema, { 'm:three': text })).message).toContain(words);
  });
});

describe('values that JavaScript has its own ideas about', () => {
  test('names of object internals are values like others', () => {
    const value = { 'm:any': ['__proto__', 'constructor', 'hasOwnProperty', 'toString'] };
    expect(encodeJson(json(schema, value))).toBe(JSON.stringify({ 'm:any': [...value['m:any']].toSorted() }));
  });

  test.each(['__proto__', 'constructor', 'toString', 'm:__proto__', 'm:constructor'])(
    '%s names no node here',
    (name) => {
      const document: unknown = JSON.parse(`{${JSON.stringify(name)}: 1}`);
      expect(errorsOf(() => json(schema, document)).map(({ tag }) => tag)).toEqual(['unknown-element']);
    },
  );
});
