import { describe, expect, it } from 'vitest';
import { encodingOf, negotiate, parseMediaType } from '../../src/wire/index.js';

const JSON_TYPE = 'application/yang-data+json';
const XML_TYPE = 'application/yang-data+xml';

describe('negotiate', () => {
  it.each([
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['Application/YANG-Data+XML', XML_TYPE],
    [`${JSON_TYPE};q=0.5, ${XML_TYPE}`, XML_TYPE],
    [`${JSON_TYPE};q=0, */*`, XML_TYPE],
    [`${XML_TYPE};q=0.9,*/*;q=0.1`, XML_TYPE],
    ['text/html, */*;q=0.1', JSON_TYPE],
    ['text/html', undefined],
    [`${JSON_TYPE};q=0`, undefined],
    [`${JSON_TYPE};q=2`, undefined],
    [`garbage, ${XML_TYPE}`, XML_TYPE],
    [`${XML_TYPE};note="a,b;q=0"`, XML_TYPE],
  ])('Accept: %s', (accept, type) => {
    expect(negotiate(accept, [JSON_TYPE, XML_TYPE])).toBe(type);
  });
});

describe('parseMediaType', () => {
  it('reads names in lower case, and parameters quoted or not', () => {
    const type = parseMediaType('Application/JSON; Charset=utf-8; note="a\\"b"');
    expect(type?.name).toBe('application/json');
    expect([...(type?.parameters ?? [])]).toEqual([
      ['charset', 'utf-8'],
      ['note', 'a"b'],
    ]);
  });

  it.each(['', 'json', 'a/b c', 'a/b;=', 'a/b;x="'])('refuses "%s"', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });

  it('knows the encodings', () => {
    expect(['application/YANG-patch+json', 'text/xml', 'text/plain'].map(encodingOf)).toEqual([
      'json',
      'xml',
      undefined,
    ]);
  });
});
