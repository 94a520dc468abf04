/** What a creation in a list with `unique` costs as the list grows. */
import { describe, expect, it } from 'vitest';
import { applyEdit, type Tree, validate } from '../../../src/data/index.js';
import { json } from '../support.js';
import { problems, schemaOfBody } from './support.js';

const schema = schemaOfBody(`
  container inv { container limits { leaf longest { type uint16; default 64; } }
    list room { key name; leaf name { type string; } }
    list item { key id; unique "serial c/slot"; min-elements 1; max-elements 1000000;
    leaf id { type uint32; } leaf serial { type string; must "string-length(.) > 1 and string-length(.) <= ../../limits/longest"; }
    leaf room { type leafref { path "../../room/name"; } } leaf near { type leafref { path "/m:inv/m:room/m:name"; } }
    leaf kind { type leafref { path "/m:kind/m:name"; } }
    container c { leaf slot { type uint8; default 7; } } } }
  list kind { key name; leaf name { type string; } }
`);
const kinds = { 'm:kind': [{ name: 'fan' }], 'm:inv': { room: [{ name: 'r' }] } };
const item = (id: number, serial = `s${id}`) => ({ id, serial, kind: 'fan', room: 'r', near: 'r' });
const several = (from: number, count: number) => Array.from({ length: count }, (_, i) => item(from + i));
const withItems = (tree: Tree, items: readonly object[]) =>
  applyEdit(tree, json(schema, { 'm:inv': { item: items } }), 'merge', { schema });

const withRooms = (tree: Tree, names: readonly string[]) =>
  applyEdit(tree, json(schema, { 'm:inv': { room: names.map((name) => ({ name })) } }), 'merge', { schema });

/** The median time of a check of one creation behind `tree`, in milliseconds. */
function middle(tree: Tree, from: number, create = (to: Tree, id: number) => withItems(to, [item(id)])): number {
  let before = tree;
  const times: number[] = [];
  for (let id = from; id < from + 100; id += 1) {
    const after = create(before, id);
    const begun = performance.now();
    validate(after, { schema, type: 'config', unchanged: before });
    times.push(performance.now() - begun);
    before = after;
  }
  return times.sort((a, b) => a - b)[50] ?? 0;
}

describe('a list with unique', () => {
  it('is looked at by what has changed in it, however long it is', () => {
    const few = withItems(json(schema, kinds), several(0, 100));
    const many = withItems(few, several(100, 40_000));
    middle(few, 1_000_000);
    // All of the list would be four hundred times as much.
    expect(middle(many, 1_000_000)).toBeLessThan(10 * middle(few, 1_000_000) + 0.2);
  });

  it('is not looked at when there is one more that it may refer to', () => {
    const few = withItems(json(schema, kinds), several(0, 100));
    const many = withItems(few, several(100, 40_000));
    const time = (tree: Tree) => middle(tree, 0, (to, id) => withRooms(to, [`r${id}`]));
    time(few);
    expect(time(many)).toBeLessThan(10 * time(few) + 0.2);
  });

  it('finds what is there twice by what was there before, and entries may exchange their values', () => {
    let tree = withItems(json(schema, kinds), [item(1), item(2)]);
    const next = (items: readonly object[]) => {
      const after = withItems(tree, items);
      const found = problems(schema, after, { type: 'config', unchanged: tree }).map(({ appTag }) => appTag);
      expect(found).toEqual(problems(schema, after, { type: 'config' }).map(({ appTag }) => appTag));
      if (found.length === 0) tree = after;
      return found;
    };
    expect(next([item(3)])).toEqual([]);
    expect(next([item(4, 's3')])).toEqual(['data-not-unique']);
    expect(next([{ ...item(4, 's3'), c: { slot: 8 } }])).toEqual([]);
    expect(next([{ ...item(5, 's3'), c: { slot: 7 } }])).toEqual(['data-not-unique']);
    expect(next([item(1, 's2'), item(2, 's1')])).toEqual([]);
    expect(next([item(6), item(7, 's6')])).toEqual(['data-not-unique']);
    expect(next([item(6), item(7)])).toEqual([]);
  });
});
