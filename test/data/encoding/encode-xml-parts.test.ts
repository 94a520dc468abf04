import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeNodeXml,
  encodeNodeXmlParts,
  encodeXml,
  encodeXmlParts,
  inTurns,
  type Tree,
} from '../../../src/data/index.js';
import { documents } from '../arbitrary.js';
import { schema } from '../codec/example.js';
import { json, schemaOf } from '../support.js';

const park = schemaOf(`module park { yang-version 1.1; namespace "urn:park"; prefix p;
  container park {
    container closed { list gate { key id; leaf id { type uint32; } } }
    list tree { key id; leaf id { type uint32; } leaf note { type string; }
      list nest { key id; leaf id { type uint32; } leaf-list egg { type string; } } }
    leaf-list rule { type string; }
    leaf owner { type string; }
  } }`);

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const trees = (count: number, more: (id: number) => object = () => ({})): Tree =>
  json(park, { 'park:park': { tree: numbers(count).map((id) => ({ id, note: `<${id}> & "é"`, ...more(id) })) } });

describe('XML parts of any document of the schema', () => {
  test('are what the encoder writes, for the document and for each node of it', () => {
    fc.assert(
      fc.property(
        documents(schema, schema.root),
        fc.constantFrom(
          {},
          { withDefaults: 'report-all-tagged' },
          { content: 'config' },
          { pretty: true },
          { depth: 2 },
        ),
        (value, options: Parameters<typeof encodeXml>[1]) => {
          const tree = json(schema, value);
          expect([...encodeXmlParts(tree, options)].join('')).toBe(encodeXml(tree, options));
          for (const node of tree.children.values()) {
            expect([...encodeNodeXmlParts(node, options)].join('')).toBe(encodeNodeXml(node, options));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('XML parts of long lists', () => {
  const LONGEST = 40_000;
  const documentsOf: readonly (readonly [string, Tree])[] = [
    ['entries', trees(5_000)],
    ['entries with lists in them', trees(200, () => ({ nest: numbers(40).map((id) => ({ id, egg: ['a', 'b'] })) }))],
    ['a list in one entry', trees(1, () => ({ nest: numbers(6_000).map((id) => ({ id })) }))],
    ['values', json(park, { 'park:park': { rule: numbers(9_000).map((id) => `rule ${id}`), owner: 'o' } })],
  ];

  test.each(documentsOf)('of %s are short, and together what the encoder writes', (_name, tree) => {
    const parts = [...encodeXmlParts(tree)];
    expect(parts.join('')).toBe(encodeXml(tree));
    expect(parts.length).toBeGreaterThan(2);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(LONGEST);
  });

  test('begin before the whole list has been looked at', () => {
    const tree = trees(50_000);
    const whole = encodeXml(tree).length;
    const [first = ''] = encodeXmlParts(tree);
    expect(first.startsWith('<park xmlns="urn:park"><tree><id>0</id><note>&lt;0&gt; &amp; "é"</note></tree>')).toBe(
      true,
    );
    expect(first.length).toBeLessThan(whole / 50);
  });

  test('of a list entry, a list and a leaf-list are those of the resource', () => {
    const tree = trees(1, () => ({ nest: numbers(6_000).map((id) => ({ id })) }));
    const container = tree.children.get('park:park');
    const list = container?.kind === 'container' ? container.children.get('park:tree') : undefined;
    const entry = list?.kind === 'list' ? list.entries.get('0') : undefined;
    if (!list || !entry) throw new Error('the list is not there');
    for (const node of [list, entry]) {
      expect([...encodeNodeXmlParts(node)].join('')).toBe(encodeNodeXml(node));
    }
  });
});

describe('parts in turns', () => {
  test('are one text where there is but one, and nothing where there is none', () => {
    const tree = trees(3);
    expect(inTurns(encodeXmlParts(tree))).toBe(encodeXml(tree));
    expect(inTurns(encodeXmlParts(trees(0)))).toBe(encodeXml(trees(0)));
    expect(inTurns([].values())).toBe('');
  });

  test('let others run while they are made, and are made no faster than they are asked for', async () => {
    let made = 0;
    function* endless(): Generator<string> {
      for (; made < 1_000; made += 1) {
        for (const until = performance.now() + 1; performance.now() < until; );
        yield 'x';
      }
    }
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    const text = inTurns(endless());
    if (typeof text === 'string') throw new Error('it came as one text');
    expect(made).toBeLessThan(3);
    let taken = 0;
    for await (const piece of text) {
      taken += piece.length;
      expect(made - taken).toBeLessThan(2);
      if (taken === 100) break;
    }
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
    expect(made).toBeLessThan(103);
  });
});
