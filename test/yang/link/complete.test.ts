import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { bodyErrors, compileBody, leafAt } from '../support.js';

describe('defaults', () => {
  test.each([
    ['type int64; default 0x10;', '16'],
    ['type int8; default -0x10;', -16],
    ['type uint16; default 010;', 8],
    ['type decimal64 { fraction-digits 3; } default 01.500;', '1.5'],
    ['type decimal64 { fraction-digits 2; } default -0.00;', '0.0'],
    ['type boolean; default true;', true],
    ['type bits { bit a { position 4; } bit b { position 1; } } default "a b";', 'b a'],
    ['type union { type int8; type string; } default 300;', '300'],
    ['type union { type int8; type string; } default 100;', 100],
    ['type binary; default "aGk=";', 'aGk='],
    ['type instance-identifier { require-instance false; } default "/m:x[m:k=\'1\']/m:y";', "/m:x[k='1']/y"],
    ['type leafref { path "../n"; } default 7;', 7],
  ])('leaf x { %s } has the default %j', (body, expected) => {
    expect(leafAt(compileBody(`leaf n { type uint8; } leaf x { ${body} }`), '/m:x')).toMatchObject({
      default: expected,
    });
  });

  test('come from the nearest typedef that has one, unless the leaf is mandatory', () => {
    const schema = compileBody(`
      typedef inner { type int8; default 1; units s; } typedef outer { type inner; }
      leaf a { type outer; } leaf b { type outer; mandatory true; } leaf c { type outer; default 3; }
      leaf-list d { type outer; } leaf-list e { type outer; min-elements 1; }`);
    const [a, b, c] = ['a', 'b', 'c'].map((n) => leafAt(schema, `/m:${n}`));
    expect([a, b, c].map((l) => l?.kind === 'leaf' && l.default)).toEqual([1, undefined, 3]);
    expect(a?.units).toBe('s');
    expect([leafAt(schema, '/m:d'), leafAt(schema, '/m:e')].map((l) => l.kind === 'leaf-list' && l.defaults)).toEqual([
      [1],
      [],
    ]);
  });

  test.each([
    ['leaf a { type int8; default 200; }', "default '200' does not fit the type: 200 does not fit int8 (-128..127)"],
    [
      'leaf a { type int8 { range 1..5; } default 9; }',
      "default '9' does not fit the type: '9' is outside the range of its type",
    ],
    ['leaf a { type string { pattern "x+"; } default y; }', "'y' does not match the pattern 'x+'"],
    ['leaf a { type enumeration { enum one; enum two; } default three; }', "'three' is none of the enums 'one', 'two'"],
    ['leaf a { type empty; default ""; }', 'is given for type empty, which has no value'],
    ['leaf a { type int8; mandatory true; default 1; }', "leaf 'a' is mandatory and cannot have a default"],
    [
      'leaf-list a { type int8; min-elements 1; default 1; }',
      "leaf-list 'a' has min-elements above 0 and cannot have a default",
    ],
    ['leaf-list a { type int8; default 1; default 0x1; }', "has the default '1' twice"],
    ['typedef t { type int8; default 200; }', "default '200' does not fit the type"],
    ['typedef t { type int8; default 20; } leaf a { type t { range 1..5; } }', "default '20' does not fit the type"],
  ])('%j is refused', (body, expected) => {
    expect(bodyErrors(body).join('\n')).toContain(expected);
  });
});

describe('keys', () => {
  test('have no default', () => {
    const leaf = leafAt(compileBody('list l { key k; leaf k { type int8; default 1; } }'), '/m:l/k');
    expect(leaf.kind === 'leaf' && [leaf.isKey, leaf.default]).toEqual([true, undefined]);
  });

  test('are not needed where config is false', () => {
    const list = schemaNodeAt(compileBody('list l { config false; leaf a { type string; } }'), '/m:l');
    expect(list?.kind === 'list' && list.keys).toEqual([]);
  });

  test.each([
    ['list l { leaf a { type string; } }', "list 'l' is configuration and needs a key statement"],
    [
      'list l { key nam; leaf name { type string; } }',
      "list 'l' has no leaf 'nam' to be its key (did you mean 'name'?)",
    ],
    ['list l { key c; container c; }', "key 'c' of list 'l' is a container: a leaf is expected"],
    ['list l { key "a a"; leaf a { type string; } }', "key 'a' is given twice in list 'l'"],
    ['list l { key a; leaf a { type string; config false; } }', "key 'a' must be 'config true' as its list 'l' is"],
    ['list l { key a; leaf a { type string; when 1; } }', "key 'a' must not have a 'when'"],
    [
      'list l { key a; unique b; leaf a { type string; } leaf-list b { type string; } }',
      "unique 'b' of list 'l' is a leaf-list: a leaf is expected",
    ],
    [
      'list l { key a; unique "b/c"; leaf a { type string; } container b; }',
      "unique 'b/c' of list 'l' does not exist: no 'c'",
    ],
    [
      'list l { key a; leaf a { type string; } min-elements 3; max-elements 2; }',
      "list 'l' has min-elements 3 above max-elements 2",
    ],
    [
      'container c { config false; leaf a { type string; config true; } }',
      "leaf 'a' cannot be 'config true' below '/m:c', which is 'config false'",
    ],
  ])('%j is refused', (body, expected) => {
    expect(bodyErrors(body).join('\n')).toContain(expected);
  });
});

describe('choices', () => {
  test('have a default case', () => {
    const schema = compileBody('choice c { default b; leaf a { type string; } case b { leaf x { type string; } } }');
    const choice = schema.root.children[0];
    expect(choice?.kind === 'choice' && [choice.defaultCase?.name, choice.cases.map((c) => c.name)]).toEqual([
      'b',
      ['a', 'b'],
    ]);
  });

  test.each([
    ['choice c { default d; leaf a { type string; } }', "choice 'c' has no case 'd' to be its default"],
    [
      'choice c { default a; mandatory true; leaf a { type string; } }',
      "choice 'c' is mandatory and cannot have a default",
    ],
    [
      'choice c { default a; leaf a { type string; mandatory true; } }',
      "default case 'a' of choice 'c' holds 'a', which is mandatory",
    ],
  ])('%j is refused', (body, expected) => {
    expect(bodyErrors(body)[0]).toContain(expected);
  });
});
