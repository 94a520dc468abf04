import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  elementsOf,
  escapeAttribute,
  escapeText,
  parseXml,
  RpcError,
  serializeXml,
  textOf,
  xmlElement,
} from '../../../src/data/index.js';
import { parseStrictly } from '../../../src/data/xml/parse.js';
import { readPlain } from '../../../src/data/xml/plain.js';

const failure = (text: string, limits = {}): RpcError => {
  try {
    parseXml(text, limits);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
  throw new Error('accepted');
};

describe('parseXml', () => {
  test('resolves prefixes of elements and attributes and keeps the scope', () => {
    const root = parseXml(
      '<?xml version="1.0"?>\n<a xmlns="urn:a" xmlns:b="urn:b"><b:c b:x="1" y="2">t<!-- no --><![CDATA[<u>]]>&amp;</b:c></a>',
    );
    expect(root).toMatchObject({ name: 'a', namespace: 'urn:a', line: 2, column: 1, attributes: [] });
    const [c] = elementsOf(root);
    expect(c).toMatchObject({ name: 'c', namespace: 'urn:b', prefix: 'b', children: ['t<u>&'] });
    expect(c?.attributes).toEqual([
      { name: 'x', prefix: 'b', namespace: 'urn:b', value: '1' },
      { name: 'y', prefix: '', namespace: '', value: '2' },
    ]);
    expect(c?.scope.get('')).toBe('urn:a');
    expect(textOf(c ?? root)).toBe('t<u>&');
  });

  test.each([
    ['<a>', 'unclosed tag'],
    ['<a></b>', 'line 1'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'DOCTYPE'],
    ['<a>&x;</a>', 'undefined entity'],
    ['<p:a/>', 'unbound namespace prefix'],
    ['<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>', 'duplicate attribute'],
    ['<a xmlns:p=""/>', 'undefine prefix'],
    ['<a/><b/>', 'only one root'],
    ['', 'root element'],
    ['text', 'outside'],
    ['<a>\u0000</a>', 'disallowed character'],
    ['<a>&#1;</a>', 'malformed character entity'],
    ['<a x=1/>', 'unquoted'],
  ])('refuses %j with its place', (text, words) => {
    const error = failure(text);
    expect(error).toMatchObject({ type: 'rpc', tag: 'malformed-message' });
    expect(error.message).toContain(words);
    expect(error.message).toMatch(/^line \d+, column \d+: /);
  });

  test('refuses nesting beyond the limit and accepts it at the limit', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(parseXml(nested(200)).name).toBe('a');
    expect(failure(nested(201)).message).toContain('deeper than 200');
    expect(failure('<a>'.repeat(1_000_000)).tag).toBe('malformed-message');
  });

  test('refuses text beyond the size limit', () => {
    expect(failure('<a>éé</a>', { maxBytes: 10 }).tag).toBe('too-big');
    expect(parseXml('<a>éé</a>', { maxBytes: 11 }).children).toEqual(['éé']);
  });

  test('never fails with anything but an RpcError', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<a',
            '>',
            '</a>',
            ' x="',
            '"',
            '&amp;',
            '<![CDATA[',
            ']]>',
            '<!--',
            '-->',
            '<?',
            '?>',
            'xmlns:p="u"',
            'p:',
            '\r\n',
          ),
        ),
        (parts) => {
          const text = parts.join('');
          try {
            parseXml(text);
          } catch (error) {
            expect(error).toBeInstanceOf(RpcError);
          }
        },
      ),
    );
  });
});

describe('the quick reader of plain XML', () => {
  const parts = fc.constantFrom(
    '<a>',
    '</a>',
    '<b:c>',
    '</b:c>',
    '<a/>',
    '<a x="1"',
    " y='2'",
    ' b:z="&lt;"',
    ' xmlns="urn:d"',
    ' xmlns:b="urn:b"',
    ' xmlns:q=""',
    '>',
    '/>',
    ' ',
    '\n',
    'text',
    '&amp;',
    '&#65;',
    '&x;',
    ']]>',
    '<!-- -->',
    '<![CDATA[x]]>',
    '<?p?>',
    '\r',
    '\u0001',
    '😀',
    'é',
    '<',
    'xml:lang="en"',
  );
  const outcome = (read: () => unknown): unknown => {
    try {
      return read();
    } catch (error) {
      return error instanceof RpcError ? error.message : error;
    }
  };

  test('agrees with the strict one on everything', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (inside) => {
        for (const text of [`<r xmlns:b="urn:bb">${inside.join('')}</r>`, inside.join('')]) {
          expect(outcome(() => parseXml(text))).toEqual(outcome(() => parseStrictly(text)));
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('agrees with the strict one on documents, with their places', () => {
    const element: fc.Memo<string> = fc.memo((depth) =>
      fc
        .tuple(
          fc.constantFrom('a', 'b:c', 'long-name_1.x'),
          fc.subarray([' x="1"', ' xmlns:b="urn:inner"', ' xmlns="urn:e"', ' b:y="\u00e9"']),
          fc.array(
            depth <= 1
              ? fc.constantFrom('t', '\n  ', '&gt;')
              : fc.oneof(element(), fc.constantFrom('t', '\n  ', '&gt;')),
            { maxLength: 4 },
          ),
        )
        .map(([name, attributes, children]) => `<${name}${attributes.join('')}>${children.join('')}</${name}>`),
    );
    fc.assert(
      fc.property(element(4), (inside) => {
        const text = `<?xml version="1.0" encoding="UTF-8"?>\n<r xmlns:b="urn:b">${inside}</r>\n`;
        expect(readPlain(text, 200, new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]))).toEqual(
          parseStrictly(text),
        );
      }),
    );
  });
});

describe('serializeXml', () => {
  test('declares what names and values need, once', () => {
    const text = '<a xmlns="urn:a" xmlns:b="urn:b"><c b:x="1">b:v</c><d xmlns="urn:d"><e xmlns=""/></d></a>';
    expect(serializeXml(parseXml(text))).toBe(text);
  });

  test('gives an attribute a prefix when it has a namespace without one', () => {
    const element = xmlElement('a', 'urn:a', [], [{ name: 'x', prefix: '', namespace: 'urn:b', value: '1' }]);
    expect(serializeXml(element)).toBe(
      '<a xmlns="urn:a" ns1:x="1" xmlns:ns1="urn:b"/>'.replace(
        ' ns1:x="1" xmlns:ns1="urn:b"',
        ' xmlns:ns1="urn:b" ns1:x="1"',
      ),
    );
  });

  test('keeps text and attribute values through a parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const legal = value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
        expect(textOf(parseXml(`<a>${escapeText(legal)}</a>`))).toBe(legal);
        expect(parseXml(`<a x="${escapeAttribute(legal)}"/>`).attributes[0]?.value).toBe(legal);
        expect(() => parseXml(`<a x="${escapeAttribute(value)}">${escapeText(value)}</a>`)).not.toThrow();
      }),
    );
  });
});
