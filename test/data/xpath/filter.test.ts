import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RpcError, toValue } from '../../../src/data/index.js';
import { selectNodes, xpathFilter } from '../../../src/data/xpath/index.js';
import { parseXPath } from '../../../src/yang/index.js';
import { errorOf, json, schemaOf } from '../support.js';
import { shown, xpath } from './support.js';

const schema = schemaOf(`module m {
  yang-version 1.1; namespace "urn:m"; prefix m;
  container top {
    list item { key "a b"; leaf a { type string; } leaf b { type uint8; } leaf c { type string; } container d { leaf e { type string; default x; } leaf f { type empty; } } }
    leaf-list tag { type string; }
  }
  leaf other { type string; }
}`);
const tree = json(schema, {
  'm:top': {
    item: [
      { a: 'x', b: 1, c: 'one', d: { f: [null] } },
      { a: 'x', b: 2, c: 'two' },
      { a: 'y', b: 1 },
    ],
    tag: ['p', 'q'],
  },
  'm:other': 'z',
});

const filtered = (text: string): unknown => toValue(xpathFilter(tree, xpath(text), schema));

describe('an XPath filter keeps', () => {
  it('the selected nodes, their ancestors and the keys of entries', () => {
    expect(filtered("/top/item[a='x'][b='2']/c")).toEqual({ 'm:top': { item: [{ a: 'x', b: 2, c: 'two' }] } });
    expect(filtered('/top/item/d')).toEqual({ 'm:top': { item: [{ a: 'x', b: 1, d: { f: [null] } }] } });
  });

  it('everything below a selected node', () => {
    expect(filtered("/top/item[b='1'] | /other")).toEqual({
      'm:top': {
        item: [
          { a: 'x', b: 1, c: 'one', d: { f: [null] } },
          { a: 'y', b: 1 },
        ],
      },
      'm:other': 'z',
    });
    expect(filtered('/')).toEqual(toValue(tree));
  });

  it('items of leaf-lists, and leafs by their text', () => {
    expect(filtered("/top/tag[. = 'q'] | /other/text()")).toEqual({ 'm:top': { tag: ['q'] }, 'm:other': 'z' });
  });

  it('nothing when nothing is selected, nor values that are only in use by default', () => {
    expect(filtered('/top/none')).toEqual({});
    expect(filtered('/top/item/d/e')).toEqual({});
  });

  it('names without prefix in any module, when no module is current', () => {
    const anywhere = parseXPath('/top/item/c', { module: '', prefixes: new Map() });
    expect(shown(selectNodes(tree, anywhere, schema))).toEqual(['c=one', 'c=two']);
  });
});

describe('an XPath filter is refused', () => {
  it('when it selects no nodes but computes a value', () => {
    expect(errorOf(() => filtered('count(/top)'))).toMatchObject({ tag: 'invalid-value' });
  });

  it('when it would look at too many nodes', () => {
    expect(() => filtered(`//*${'[//*'.repeat(12)}${']'.repeat(12)}`)).toThrow(RpcError);
  });
});

describe('predicates on keys', () => {
  it('select the same by look-up as by trying every entry', () => {
    const key = fc.constantFrom(
      "'x'",
      "'y'",
      "'1'",
      '1',
      '2',
      '/other',
      '/top/item/a',
      '/top/item/b',
      "'m:x'",
      'true()',
    );
    fc.assert(
      fc.property(key, key, fc.boolean(), (a, b, flip) => {
        const fast = flip ? `/top/item[b = ${b}][${a} = a]` : `/top/item[a = ${a} and b = ${b}]`;
        const slow = `/top/item[(a = ${a}) = true()][(b = ${b}) = true()]`;
        expect([fast, shown(selectNodes(tree, xpath(fast), schema))]).toEqual([
          fast,
          shown(selectNodes(tree, xpath(slow), schema)),
        ]);
      }),
    );
  });
});
