import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, diff, type Tree } from '../../../src/data/index.js';
import { json } from '../support.js';
import { problems, schemaOfBody } from './support.js';

const schema = schemaOfBody(`
  container a { leaf on { type boolean; default false; }
    container limits { when "not(../on = 'true')"; leaf max { type uint8; } }
    container kinds { list kind { key name; leaf name { type uint8; } leaf port { type uint8; } } }
    list item { key k; unique v; leaf k { type uint8; } leaf v { type uint8; must ". < 5"; }
      leaf next { type leafref { path "../../item/k"; } } leaf far { type leafref { path "/m:b/m:item/m:k"; } }
      leaf rich { when "/m:b/m:on = 'true'"; type string; }
      leaf size { type uint8; must ". <= ../../limits/max or not(../../limits/max)"; }
      leaf kind { type leafref { path "../../kinds/kind/name"; } }
      leaf port { type leafref { path "/m:a/m:kinds/m:kind[m:name = current()/../kind]/m:port"; } }
      container c { leaf x { type uint8; must "not(../y) or ../y != ."; } leaf y { type uint8; } } } }
  container b { leaf on { type boolean; must "not(. = 'true') or count(../item) < 3"; } list item { key k; leaf k { type uint8; } leaf d { when "/m:a/m:on = 'true'"; type string; default z; } } }
  container w { leaf seen { type string; must "/m:b/m:item/m:d or not(/m:a/m:on = 'true')"; } }
`);

const small = fc.integer({ min: 0, max: 6 });
const optional = { requiredKeys: ['k'] as ['k'] };
const document = fc
  .record(
    {
      'm:a': fc.record(
        {
          on: fc.boolean(),
          limits: fc.record({ max: small }),
          kinds: fc.record({
            kind: fc.uniqueArray(fc.record({ name: small, port: small }), {
              maxLength: 4,
              selector: ({ name }) => name,
            }),
          }),
          item: fc.uniqueArray(
            fc.record(
              {
                k: small,
                v: small,
                next: small,
                far: small,
                rich: fc.constant('r'),
                size: small,
                kind: small,
                port: small,
                c: fc.record({ x: small, y: small }, { requiredKeys: [] }),
              },
              optional,
            ),
            { maxLength: 4, selector: ({ k }) => k },
          ),
        },
        { requiredKeys: [] },
      ),
      'm:b': fc.record(
        { on: fc.boolean(), item: fc.uniqueArray(fc.record({ k: small }), { maxLength: 5, selector: ({ k }) => k }) },
        { requiredKeys: [] },
      ),
      'm:w': fc.record({ seen: fc.constant('s') }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  .map((value) => json(schema, value));

describe('validating against a valid tree that a document was made from', () => {
  it('finds fault exactly when validating all of it does', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(document, { minLength: 2, maxLength: 12 }), (trees) => {
        const valid = trees.filter((tree) => problems(schema, tree).length === 0);
        for (const before of valid) {
          for (const goal of trees) {
            const after: Tree = applyEdit(before, diff(before, goal), 'none', { schema });
            const whole = problems(schema, after).length > 0;
            expect(problems(schema, after, { unchanged: before }).length > 0).toBe(whole);
            compared += 1;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('does not look again at what both share and nothing else decides', () => {
    const wrong = json(schema, { 'm:a': { item: [{ k: 1, c: { x: 1, y: 1 } }] }, 'm:b': {} });
    const after = { ...wrong, children: new Map(wrong.children) };
    expect(problems(schema, after)).toHaveLength(1);
    expect(problems(schema, after, { unchanged: wrong })).toEqual([]);
  });

  it('of configuration looks at one entry of a list, whatever state data in it refer to', () => {
    const linked =
      schemaOfBody(`container a { list item { key k; leaf k { type uint8; } leaf v { type uint8; must ". < 5"; }
      leaf-list above { config false; type leafref { path "/m:a/m:item/m:k"; } } } }`);
    const before = json(linked, {
      'm:a': {
        item: [
          { k: 1, v: 9 },
          { k: 2, v: 1 },
        ],
      },
    });
    const edit = (v: number) => json(linked, { 'm:a': { item: [{ k: 2, v }] } });
    const edited = (v: number): Tree => applyEdit(before, edit(v), 'merge', { schema: linked });
    expect(problems(linked, edited(2), { type: 'config' })).toHaveLength(1);
    expect(problems(linked, edited(2), { type: 'config', unchanged: before })).toEqual([]);
    expect(problems(linked, edited(7), { type: 'config', unchanged: before })).toHaveLength(1);
  });
});
