/** Canonical JSON, and the texts of documents. */
import { describe, expect, it } from 'vitest';
import { DocumentFault } from '../../../src/keys/document/fault.js';
import { readDocument } from '../../../src/keys/document/read.js';
import { jcs } from '../../../src/keys/jcs.js';

describe('canonical JSON', () => {
  it('has the members in the order of their UTF-16 units, and numbers and texts as RFC 8785 §3.2.4 shows', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(jcs(value).toString()).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    expect(jcs({ '\ufb33': 1, '\u{1f600}': 2, '10': 3, '9': 4 }).toString()).toBe(
      '{"10":3,"9":4,"\u{1f600}":2,"\ufb33":1}',
    );
  });

  it.each<[string, unknown]>([
    ['half a surrogate pair in a text', { name: 'a\ud800' }],
    ['half a surrogate pair in a name', { 'a\udc00': 1 }],
    ['a number that is not finite', [Number.POSITIVE_INFINITY]],
    ['a member without value', { name: undefined }],
    ['a function', { name: () => 1 }],
    ['a value nested deeper than 32', nested(34)],
  ])('is not made of %s', (_, value) => {
    expect(() => jcs(value)).toThrow(DocumentFault);
  });
});

describe('a document', () => {
  it('is read', () => {
    expect(readDocument('{"id":"did:example:1","n":1.5}')).toEqual({ id: 'did:example:1', n: 1.5 });
  });

  it.each<[string, string, RegExp]>([
    ['of more than 64 KiB', JSON.stringify({ text: 'a'.repeat(65_536) }), /more than 65536 octets/],
    ['with a member twice', '{"id":1,"id":2}', /"id" stands twice/],
    ['with a member twice, once escaped', String.raw`{"id":1,"\u0069d":2}`, /"id" stands twice/],
    ['nested too deep', JSON.stringify(nested(34)), /nested deeper than 32/],
    ['with a number that no double holds', '{"n":9007199254740993}', /cannot be held exactly/],
    ['that is a list', '[]', /no JSON object/],
    ['that ends too early', '{"id":', /line 1, column 7/],
  ])('%s is refused', (_, text, message) => {
    expect(() => readDocument(text)).toThrow(DocumentFault);
    expect(() => readDocument(text)).toThrow(message);
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? {} : { a: nested(depth - 1) };
}
