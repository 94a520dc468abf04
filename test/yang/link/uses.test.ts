import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { bodyErrors, compileBody, compileTexts, errorsOf, leafAt, moduleText } from '../support.js';

describe('uses', () => {
  test('nodes of a grouping are in the namespace of the module that uses it', () => {
    const lib = moduleText('lib', 'grouping g { container c { leaf x { type string; } } }');
    const schema = compileTexts([lib, moduleText('m', 'uses l:g;', 'import lib { prefix l; }')]);
    expect(schemaNodeAt(schema, '/m:c/x')?.qname).toBe('m:x');
    expect(schema.modules.get('lib')?.conformance).toBe('import');
  });

  test('unprefixed names in its expressions mean the using module (RFC 7950 §6.4.1)', () => {
    const lib = moduleText(
      'lib',
      `grouping tail { leaf ref { type leafref { path "/things/id"; } when "../../flag"; must "/things/id = ."; } }`,
    );
    const schema = compileTexts([
      lib,
      moduleText(
        'm',
        'list things { key id; leaf id { type uint8; } } leaf flag { type empty; } container c { uses l:tail; }',
        'import lib { prefix l; }',
      ),
    ]);
    const leaf = leafAt(schema, '/m:c/ref');
    expect(leaf.type).toMatchObject({ base: 'leafref', target: { base: 'uint8' } });
    expect([leaf.musts[0]?.xpath.module, leaf.whens[0]?.xpath.module]).toEqual(['m', 'm']);
  });

  test('prefixed names in its expressions keep the prefixes of its own module', () => {
    const base = moduleText('base', 'leaf b { type int8; }');
    const lib = moduleText(
      'lib',
      'grouping g { leaf ref { type leafref { path "/b:b"; } } }',
      'import base { prefix b; }',
    );
    const schema = compileTexts([base, lib, moduleText('m', 'uses l:g;', 'import lib { prefix l; }')]);
    expect(leafAt(schema, '/m:ref').type).toMatchObject({ target: { base: 'int8' } });
  });

  test('refine changes what it names and leaves the grouping alone', () => {
    const schema = compileBody(`
      grouping g { leaf a { type string; default one; } leaf-list l { type string; } container c; }
      container plain { uses g; }
      container refined { uses g {
        refine a { default two; description "new"; must "1"; }
        refine l { min-elements 1; max-elements 3; }
        refine c { presence "now"; } } }`);
    expect(leafAt(schema, '/m:plain/a')).toMatchObject({ default: 'one', musts: [] });
    expect(leafAt(schema, '/m:refined/a')).toMatchObject({
      default: 'two',
      description: 'new',
      musts: [{ text: '1' }],
    });
    expect(leafAt(schema, '/m:refined/l')).toMatchObject({ minElements: 1, maxElements: 3 });
    expect(schemaNodeAt(schema, '/m:refined/c')).toMatchObject({ presence: true });
  });

  test('augment inside uses adds nodes', () => {
    const schema = compileBody('grouping g { container c; } uses g { augment c { leaf x { type string; } } }');
    expect(schemaNodeAt(schema, '/m:c/x')?.kind).toBe('leaf');
  });

  test('its when is evaluated on the parent', () => {
    const schema = compileBody(
      'grouping g { leaf x { type string; } } container c { leaf on { type empty; } uses g { when on; } }',
    );
    expect(leafAt(schema, '/m:c/x').whens).toMatchObject([{ text: 'on', onParent: true }]);
  });

  test.each([
    ['uses g;', "grouping 'g' is not defined"],
    [
      'grouping first { leaf a { type string; } } uses frist;',
      "grouping 'frist' is not defined (did you mean 'first'?)",
    ],
    ['grouping a { uses b; } grouping b { uses a; }', 'groupings use each other in a circle: a -> b -> a'],
    [
      'grouping g { leaf a { type string; } } leaf a { type string; } uses g;',
      "leaf 'a' is already defined in module 'm'",
    ],
    [
      'grouping g { container c; } uses g { refine d { config true; } }',
      "refine target 'd' does not exist: module 'm' has no 'd'",
    ],
    [
      'grouping g { container c; } uses g { refine c { default x; } }',
      "container 'c' takes no default, so refine cannot change it",
    ],
  ])('%j is refused', (body, expected) => {
    expect(bodyErrors(body).join('\n')).toContain(expected);
  });

  test('groupings that multiply beyond measure are refused', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, i) => `grouping g${i + 1} { container a { uses g${i}; } container b { uses g${i}; } }`,
    );
    expect(bodyErrors(`grouping g0 { leaf x { type string; } } ${doubling.join('\n')} uses g40;`)[0]).toContain(
      'more than 500000 nodes',
    );
  });

  test('errors in a grouping show even where nothing uses it', () => {
    expect(bodyErrors('grouping g { leaf a { type nothing; } }')).toEqual(["type 'nothing' is not defined"]);
  });

  test('a node of a grouping is not both mandatory and with a default', () => {
    expect(bodyErrors('grouping g { leaf a { type string; mandatory true; default x; } }')).toEqual([
      "leaf 'a' is mandatory and cannot have a default",
    ]);
  });

  test('a leafref of a grouping is judged only where it is used', () => {
    expect(bodyErrors('grouping g { leaf a { type leafref { path "/elsewhere/id"; } } }')).toEqual([]);
    expect(bodyErrors('grouping g { leaf a { type leafref { path "/elsewhere/id"; } } } uses g;')[0]).toContain(
      "the schema has no node 'm:elsewhere'",
    );
  });

  test('scoped groupings and typedefs must not hide others', () => {
    expect(
      errorsOf([moduleText('m', 'typedef t { type string; } container c { typedef t { type int8; } }')])[0],
    ).toContain("typedef 't' is already defined at m.yang");
  });
});
