import { describe, expect, test } from 'vitest';
import { decodeXml, decodeXmlText, encodeJson, parseXml, type Tree } from '../../../src/data/index.js';
import { errorsOf, schemaOf } from '../support.js';

const schema = schemaOf(`module m { yang-version 1.1; namespace urn:m; prefix m;
  container top {
    leaf a { type string; }
    list row { key k; leaf k { type string; } leaf n { type int8; } container in { leaf-list x { type string; } } }
    anydata any;
  }
  container other { presence "yes"; }
}`);

const read = (text: string): Tree => decodeXmlText(schema.root, text, { schema });
const parsed = (text: string): Tree => decodeXml(schema.root, [parseXml(text)], { schema });
const outcome = (action: () => Tree): unknown => {
  try {
    return encodeJson(action());
  } catch {
    return errorsOf(action).map(({ tag, path, message, info }) => ({ tag, path, message, info }));
  }
};

describe('decoding from text does what parsing and then decoding does', () => {
  test.each([
    '<top xmlns="urn:m"/>',
    '<top xmlns="urn:m"></top>',
    '<top xmlns="urn:m">\n  <a>x &amp; y</a>\n  <row><k>1</k><n>2</n></row>\n  <row><k>2</k><in><x>a</x><x>b</x></in></row>\n</top>\n',
    '<m:top xmlns:m="urn:m"><m:row><m:k>1</m:k></m:row></m:top>',
    '<top xmlns="urn:m"><a/></top>',
    '<top xmlns="urn:m"><any><p xmlns="urn:p"><q>1</q>t</p></any><a>after</a></top>',
    '<top xmlns="urn:m"><any><other/></any></top>',
    // Comments and character references are for the strict parser.
    '<top xmlns="urn:m"><!-- note --><a>&#x41;</a></top>',
    // Faults of the data.
    '<top xmlns="urn:m"><a>x</a><a>y</a></top>',
    '<top xmlns="urn:m"><a>x<b>1</b></a><row><k>1</k></row></top>',
    '<top xmlns="urn:m"><nope><deep><er/></deep></nope><row><k>1</k><n>1000</n></row></top>',
    '<top xmlns="urn:m"><row><n>1</n></row><row><k>1</k></row><row><k>1</k></row>text</top>',
    '<top xmlns="urn:x"><a/></top>',
    '<top xmlns="urn:m"><in><x>1</x></in></top>',
    // Faults of the text, some of them behind faults of the data.
    '<top xmlns="urn:m"><nope/><a>x</b></top>',
    '<top xmlns="urn:m"><a>x</a>',
    '<top xmlns="urn:m"/><top xmlns="urn:m"/>',
    '<top xmlns="urn:m"><p:a>x</p:a></top>',
    '<!DOCTYPE top><top xmlns="urn:m"/>',
    '',
  ])('%s', (text) => {
    expect(outcome(() => read(text))).toEqual(outcome(() => parsed(text)));
  });

  test('with the keys first where that is asked for', () => {
    const text = '<top xmlns="urn:m"><row><n>1</n><k>1</k></row></top>';
    const options = { schema, keysFirst: true };
    expect(outcome(() => decodeXmlText(schema.root, text, options))).toEqual(
      outcome(() => decodeXml(schema.root, [parseXml(text)], options)),
    );
  });
});

test('wrappers are seen through', () => {
  const isWrapper = ({ name }: { readonly name: string }) => name === 'data' || name === 'documents';
  const wrapped = (text: string) => encodeJson(decodeXmlText(schema.root, text, { schema, isWrapper }));
  const both = '{"m:top":{"a":"x"},"m:other":{}}';
  expect(wrapped('<data> <top xmlns="urn:m"><a>x</a></top> <other xmlns="urn:m"/> </data>')).toBe(both);
  expect(wrapped('<documents><data><top xmlns="urn:m"><a>x</a></top><other xmlns="urn:m"/></data></documents>')).toBe(
    both,
  );
  expect(wrapped('<top xmlns="urn:m"><a>x</a></top>')).toBe('{"m:top":{"a":"x"}}');
  expect(wrapped('<data/>')).toBe('{}');
});

test('a document that nests too deeply or is too long is refused', () => {
  const deep = `<top xmlns="urn:m"><any>${'<x>'.repeat(300)}${'</x>'.repeat(300)}</any></top>`;
  expect(errorsOf(() => read(deep)).map(({ tag }) => tag)).toEqual(['malformed-message']);
  expect(
    errorsOf(() => decodeXmlText(schema.root, '<top xmlns="urn:m"/>', { schema, maxBytes: 10 })).map(({ tag }) => tag),
  ).toEqual(['too-big']);
});
