import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeXml,
  decodeXmlText,
  encodeJson,
  encodeXml,
  equal,
  parseJson,
  parseXml,
  toValue,
} from '../../../src/data/index.js';
import { documents } from '../arbitrary.js';
import { json } from '../support.js';
import { schema } from './example.js';

const document = documents(schema, schema.root);

describe('any document of the schema', () => {
  test('comes back from JSON text as it was', () => {
    fc.assert(
      fc.property(document, (value) => {
        const tree = json(schema, value);
        const back = json(schema, parseJson(encodeJson(tree)));
        expect(equal(back, tree)).toBe(true);
        expect(encodeJson(back)).toBe(encodeJson(tree));
        expect(JSON.stringify(toValue(tree))).toBe(JSON.stringify(JSON.parse(encodeJson(tree))));
        expect(JSON.parse(encodeJson(tree, { pretty: true }))).toEqual(JSON.parse(encodeJson(tree)));
      }),
      { numRuns: 300 },
    );
  });

  test('comes back from XML text as it was', () => {
    fc.assert(
      fc.property(document, fc.boolean(), (value, pretty) => {
        const tree = json(schema, value);
        const text = encodeXml(tree, { pretty });
        const back = decodeXml(schema.root, parseXml(`<data>${text}</data>`).children, { schema });
        expect(encodeJson(back)).toBe(encodeJson(tree));
        expect(equal(back, tree)).toBe(true);
        const read = decodeXmlText(schema.root, `<data>${text}</data>`, {
          schema,
          isWrapper: ({ name }) => name === 'data',
        });
        expect(encodeJson(read)).toBe(encodeJson(tree));
      }),
      { numRuns: 300 },
    );
  });
});
