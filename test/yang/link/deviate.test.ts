import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { compileTexts, errorsOf, leafAt, moduleText } from '../support.js';

const base = moduleText(
  'base',
  `container c {
     leaf a { type uint8; default 1; units s; must "1"; }
     leaf b { type string; }
     leaf-list l { type string; max-elements 5; default x; default y; }
     list e { key k; unique "v w"; leaf k { type string; } leaf v { type string; } leaf w { type string; } }
   }
   rpc r { input { leaf i { type string; } } }`,
);
const texts = (target: string, deviate: string): string[] => [
  base,
  moduleText('dev', `deviation ${target} { ${deviate} }`, 'import base { prefix b; }'),
];

describe('deviation', () => {
  test('not-supported takes the node away', () => {
    const schema = compileTexts(texts('/b:c/b:b', 'deviate not-supported;'));
    expect(schemaNodeAt(schema, '/base:c/b')).toBeUndefined();
    expect(schema.modules.get('base')).toMatchObject({ deviatedBy: ['dev'], conformance: 'implement' });
  });

  test('not-supported empties an input', () => {
    const input = schemaNodeAt(compileTexts(texts('/b:r/b:input', 'deviate not-supported;')), '/base:r/input');
    expect(input?.kind === 'input' && input.data.size).toBe(0);
  });

  test('add gives a property', () => {
    const schema = compileTexts(texts('/b:c/b:b', 'deviate add { default hello; config false; must "2"; units m; }'));
    expect(leafAt(schema, '/base:c/b')).toMatchObject({
      default: 'hello',
      config: false,
      units: 'm',
      musts: [{ text: '2' }],
    });
  });

  test('replace exchanges type and default', () => {
    const schema = compileTexts(
      texts('/b:c/b:a', 'deviate replace { type string { length 3; } default abc; mandatory false; }'),
    );
    expect(leafAt(schema, '/base:c/a')).toMatchObject({ type: { base: 'string' }, default: 'abc' });
  });

  test('replace takes several defaults of a leaf-list together', () => {
    expect(
      leafAt(compileTexts(texts('/b:c/b:l', 'deviate replace { default p; default q; }')), '/base:c/l'),
    ).toMatchObject({ defaults: ['p', 'q'] });
  });

  test('delete removes what matches', () => {
    const schema = compileTexts(texts('/b:c/b:a', 'deviate delete { default 1; units s; must "1"; }'));
    const leaf = leafAt(schema, '/base:c/a');
    expect([leaf.kind === 'leaf' && leaf.default, leaf.units, leaf.musts]).toEqual([undefined, undefined, []]);
    const list = schemaNodeAt(compileTexts(texts('/b:c/b:e', 'deviate delete { unique "v  w"; }')), '/base:c/e');
    expect(list?.kind === 'list' && list.unique).toEqual([]);
  });

  test.each([
    ['/b:c/b:z', 'deviate not-supported;', "deviation target '/b:c/b:z' does not exist"],
    ['/b:c/b:a', 'deviate add { default 2; }', "leaf 'a' already has default '1': use 'deviate replace'"],
    ['/b:c/b:b', 'deviate replace { default 2; }', "leaf 'b' has no default to replace: use 'deviate add'"],
    ['/b:c/b:a', 'deviate delete { units m; }', "leaf 'a' has no units 'm' to delete"],
    ['/b:c', 'deviate add { units m; }', "cannot add units: container 'c' takes none"],
    ['/b:c/b:a', 'deviate replace { type string { length 2; } }', "default '1' does not fit the type"],
    [
      '/b:c/b:a',
      'deviate not-supported; deviate add { mandatory true; }',
      "leaf 'a' is 'not-supported' and deviated otherwise",
    ],
    ['/b:c/b:e/b:k', 'deviate not-supported;', "list 'e' has no leaf 'k' to be its key"],
  ])('%s { %s } is refused', (target, deviate, expected) => {
    expect(errorsOf(texts(target, deviate)).join('\n')).toContain(expected);
  });
});
