import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeJson,
  encodeJsonParts,
  encodeNodeJson,
  encodeNodeJsonParts,
  encodeXml,
  encodeXmlParts,
  prepareTree,
} from '../../../src/data/index.js';
import { documents } from '../arbitrary.js';
import { schema } from '../codec/example.js';
import { json, schemaOf } from '../support.js';

const joined = (parts: Iterable<string>): string => [...parts].join('');

describe('the parts of a document', () => {
  test('are its text, whatever the document', () => {
    fc.assert(
      fc.property(
        documents(schema, schema.root),
        fc.constantFrom(undefined, 'report-all-tagged' as const),
        (value, withDefaults) => {
          const tree = json(schema, value);
          expect(joined(encodeJsonParts(tree, { withDefaults }))).toBe(encodeJson(tree, { withDefaults }));
          for (const node of tree.children.values()) {
            expect(joined(encodeNodeJsonParts(node, { withDefaults }))).toBe(encodeNodeJson(node, { withDefaults }));
            if (node.kind !== 'list') continue;
            for (const entry of node.entries) expect(joined(encodeNodeJsonParts(entry))).toBe(encodeNodeJson(entry));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

const lists = schemaOf(`module t {
  namespace "urn:t"; prefix t;
  container c {
    list l { key k; leaf k { type string; } container deep { list m { key k; leaf k { type uint32; } } } }
    leaf after { type string; }
  }
}`);

describe('the parts of a long list', () => {
  const inner = Array.from({ length: 60_000 }, (_, k) => ({ k }));
  const entries = Array.from({ length: 5_000 }, (_, k) => ({
    k: `entry ${k}`,
    deep: k === 7 ? { m: inner } : undefined,
  }));
  const tree = json(lists, { 't:c': { l: JSON.parse(JSON.stringify(entries)), after: 'x' } });

  test('are small, and their text is that of the whole', () => {
    const parts = [...encodeJsonParts(tree)];
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(part.length).toBeLessThan(70_000);
    expect(parts.join('')).toBe(encodeJson(tree));
  });
});

const words = schemaOf(`module w {
  yang-version 1.1; namespace "urn:w"; prefix w;
  container c { leaf before { type string; } leaf-list word { type string; } list l { key k; leaf k { type string; } leaf-list word { type string; } } }
}`);

test('the parts of a long leaf-list are small, and their text is that of the whole', () => {
  const word = Array.from({ length: 20_000 }, (_, n) => `word ${n} "`);
  const tree = json(words, {
    'w:c': {
      before: 'x',
      word,
      l: [
        { k: '1', word },
        { k: '2', word: ['a'] },
      ],
    },
  });
  const parts = [...encodeJsonParts(tree)];
  for (const part of parts) expect(part.length).toBeLessThan(40_000);
  expect(parts.join('')).toBe(encodeJson(tree));
});

const speeds = schemaOf(`module s {
  namespace "urn:s"; prefix s;
  container c {
    list l {
      key k; leaf k { type uint32; } leaf speed { type uint32; default 10; }
      container more { leaf deep { type string; default x; } leaf note { type string; when "../../speed = 10"; default "slow"; } }
    }
  }
}`);

describe('a long list of which the options change every entry', () => {
  const entries = Array.from({ length: 500 }, (_, k) =>
    k % 3 === 0 ? { k, speed: 10 } : k % 3 === 1 ? { k, speed: 7 } : { k },
  );
  const tree = json(speeds, { 's:c': { l: entries } });

  test.each([
    { withDefaults: 'report-all' },
    { withDefaults: 'report-all-tagged' },
    { withDefaults: 'trim' },
    { withDefaults: 'explicit' },
    { depth: 2 },
    { depth: 3, withDefaults: 'report-all' },
  ] as const)('has the text of the list that is changed first: %j', (options) => {
    const tagged = options.withDefaults === 'report-all-tagged';
    const changed = prepareTree(tree, options);
    expect(joined(encodeXmlParts(tree, options))).toBe(encodeXml(changed, { tagged }));
    expect(encodeXml(tree, options)).toBe(encodeXml(changed, { tagged }));
    if (tagged) return;
    expect(joined(encodeJsonParts(tree, options))).toBe(encodeJson(changed));
    expect(encodeJson(tree, options)).toBe(encodeJson(changed));
  });
});
