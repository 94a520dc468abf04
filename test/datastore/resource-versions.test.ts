import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdit,
  type Data,
  decodeJson,
  diff,
  type InstancePath,
  type LeafListItem,
  type ListEntry,
  nodeToValue,
  type Tree,
} from '../../src/data/index.js';
import { ResourceVersions } from '../../src/datastore/resource-versions.js';
import { compile, sourceTexts } from '../../src/yang/index.js';

const schema = compile({
  sources: sourceTexts([
    {
      file: 'box.yang',
      text: `module box { yang-version 1.1; namespace "urn:box"; prefix b;
        container box {
          leaf name { type string; }
          container inner { leaf a { type string; } leaf b { type string; } }
          list port { key name; leaf name { type string; } leaf speed { type uint8; } container more { leaf x { type string; } } }
          list rule { key id; ordered-by user; leaf id { type string; } leaf text { type string; } }
          leaf-list tag { type string; ordered-by user; }
        }
        container other { leaf y { type string; } }
      }`,
    },
  ]),
  implement: ['box'],
});

const text = fc.constantFrom('p', 'q', 'r');
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const content = fc.record(
  {
    'box:box': fc.record(
      {
        name: some(text),
        inner: fc.record({ a: some(text), b: some(text) }, { noNullPrototype: true }),
        port: fc.uniqueArray(
          fc.record({
            name: text,
            speed: some(fc.integer({ min: 0, max: 3 })),
            more: fc.record({ x: some(text) }),
          }),
          { selector: ({ name }) => name },
        ),
        rule: fc.uniqueArray(fc.record({ id: text, text: some(text) }), { selector: ({ id }) => id }),
        tag: fc.uniqueArray(text),
      },
      { noNullPrototype: true },
    ),
    'box:other': fc.record({ y: some(text) }, { noNullPrototype: true }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const treeOf = (value: unknown) => decodeJson(schema.root, JSON.parse(JSON.stringify(value)), { schema });

/** Every resource with its content. */
function* resources(children: Tree['children'], above: InstancePath = []): Generator<[InstancePath, string]> {
  const told = (node: Data | ListEntry | LeafListItem) => JSON.stringify(nodeToValue(node));
  for (const data of children.values()) {
    const path = [...above, { schema: data.schema }];
    yield [path, told(data)];
    if (data.kind === 'container') yield* resources(data.children, path);
    if (data.kind !== 'list') continue;
    for (const entry of data.entries) {
      const own = [...above, { schema: data.schema, key: entry.key }];
      yield [own, told(entry)];
      if (entry.kind === 'entry') yield* resources(entry.children, own);
    }
  }
}

const named = (path: InstancePath) => path.map(({ schema: { name }, key }) => `${name}=${key}`).join('/');
const version = (number: number) => ({ number, at: new Date(number * 1000).toISOString() });

describe('versions of resources', () => {
  it('change with their content and only with it, whatever way an edit goes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(content, fc.boolean()), { minLength: 2, maxLength: 8 }), (steps) => {
        let tree = treeOf(steps[0]?.[0] ?? {});
        const versions = new ResourceVersions(tree, version(1));
        let known = new Map([...resources(tree.children)].map(([path, told]) => [named(path), { told, number: 1 }]));
        for (const [index, [value, wholly]] of steps.entries()) {
          const next = treeOf(value);
          // Replaced as a whole, every node is made anew; edited by the difference, what is the same is shared.
          const after = wholly ? next : applyEdit(tree, diff(tree, next), 'none', { schema });
          versions.changed(tree, after, version(index + 2));
          const now = new Map<string, { told: string; number: number }>();
          for (const [path, told] of resources(after.children)) {
            const before = known.get(named(path));
            const number = before?.told === told ? before.number : index + 2;
            expect([named(path), versions.at(after, path).number]).toEqual([named(path), number]);
            now.set(named(path), { told, number });
          }
          tree = after;
          known = now;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('of what is not there is that of what is around it', () => {
    const tree = treeOf({ 'box:box': { name: 'p' } });
    const versions = new ResourceVersions(tree, version(1));
    const after = treeOf({ 'box:box': { name: 'q' } });
    versions.changed(tree, after, version(2));
    const box = schema.root.data.get('box:box');
    const other = schema.root.data.get('box:other');
    if (box?.kind !== 'container' || !other) throw new Error('no such node');
    const inner = box.data.get('box:inner');
    if (!inner) throw new Error('no such node');
    expect(versions.at(after, [{ schema: box }, { schema: inner }]).number).toBe(2);
    expect(versions.at(after, [{ schema: other }]).number).toBe(2);
  });

  it('cost what the change costs: one entry of many leaves the others alone', () => {
    const port = Array.from({ length: 50_000 }, (_, index) => ({ name: `p${index}`, speed: 1 }));
    let tree = treeOf({ 'box:box': { port } });
    const versions = new ResourceVersions(tree, version(1));
    const begun = performance.now();
    for (let number = 2; number < 202; number += 1) {
      const edit = treeOf({ 'box:box': { port: [{ name: 'p7', speed: number % 200 }] } });
      const after = applyEdit(tree, edit, 'merge', { schema });
      versions.changed(tree, after, version(number));
      tree = after;
    }
    // Two hundred walks over fifty thousand entries would take many seconds.
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
