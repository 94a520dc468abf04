import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { bodyErrors, compileBody, compileTexts, errorsOf, leafAt, moduleText } from '../support.js';

const base = moduleText(
  'base',
  'container c { choice ch { case one { leaf a { type string; } } } } rpc r; notification n;',
);
const augmenting = (body: string): string[] => [base, moduleText('m', body, 'import base { prefix b; }')];

describe('augment', () => {
  test('adds nodes of its own namespace and implements its target', () => {
    const schema = compileTexts(augmenting('augment /b:c { leaf x { type string; } }'));
    expect(schemaNodeAt(schema, '/base:c/m:x')?.path).toBe('/base:c/m:x');
    expect(schema.modules.get('base')?.conformance).toBe('implement');
  });

  test('reaches cases, input, output and notifications', () => {
    const schema = compileTexts(
      augmenting(
        'augment /b:c/b:ch { leaf y { type string; } } augment /b:c/b:ch/b:one { leaf z { type string; } } augment /b:r/b:input { leaf i { type string; } } augment /b:n { leaf w { type string; } }',
      ),
    );
    expect(
      ['/base:c/m:y', '/base:c/m:z', '/base:r/input/m:i', '/base:n/m:w'].map(
        (p) => schemaNodeAt(schema, p)?.parent?.kind,
      ),
    ).toEqual(['case', 'case', 'input', 'notification']);
  });

  test('may augment what another augment brings, in any order', () => {
    const schema = compileBody(
      'augment /m:c/m:d { leaf x { type string; } } augment /m:c { container d; } container c;',
    );
    expect(leafAt(schema, '/m:c/d/x').name).toBe('x');
  });

  test('its when is evaluated on the target', () => {
    const schema = compileTexts(augmenting('augment /b:c { when "b:a"; leaf x { type string; mandatory true; } }'));
    expect(leafAt(schema, '/base:c/m:x').whens).toMatchObject([{ text: 'b:a', onParent: true }]);
  });

  test('of a module that is only imported does not apply', () => {
    const [, ...rest] = augmenting('augment /b:c { leaf x { type string; } }');
    const schema = compileTexts([base, ...rest, moduleText('user', '', 'import m { prefix m; }')], {
      implement: ['user', 'base'],
    });
    expect(schemaNodeAt(schema, '/base:c/m:x')).toBeUndefined();
  });

  test.each([
    ['augment /b:d { leaf x { type string; } }', "augment target '/b:d' does not exist: module 'base' has no 'd'"],
    ['augment /b:c/a { leaf x { type string; } }', "container 'c' has no 'a'"],
    ['augment /x:c { leaf x { type string; } }', "prefix 'x' is not defined in m"],
    ['augment /b:c/b:ch/b:one/b:a { leaf x { type string; } }', "leaf 'a' cannot be augmented"],
    ['augment /b:c { case k; }', "case 'k' cannot be added to a container"],
    ['augment /b:c { leaf x { type string; mandatory true; } }', "leaf 'x' is mandatory"],
    ['augment /b:r/b:input { action a; }', "action 'a' is not allowed inside rpc 'r'"],
  ])('%j is refused', (body, expected) => {
    expect(errorsOf(augmenting(body)).join('\n')).toContain(expected);
  });

  const choice = 'container c { choice ch { case one { leaf a { type string; } container d; } } }';
  const operations = 'grouping act { action o; } grouping note { notification o; }';
  test.each([
    ['augment /m:c/m:ch { action o; }', "action 'o' is not allowed in a case"],
    ['augment /m:c/m:ch { notification o; }', "notification 'o' is not allowed in a case"],
    ['augment /m:c/m:ch/m:one { action o; }', "action 'o' is not allowed in a case"],
    ['augment /m:c/m:ch { case k { uses act; } }', "action 'o' is not allowed in a case"],
    ['augment /m:c/m:ch { case k { uses note; } }', "notification 'o' is not allowed in a case"],
    ['container e { choice f { case g { uses act; } } }', "action 'o' is not allowed in a case"],
    ['container e { choice f { case g { uses note; } } }', "notification 'o' is not allowed in a case"],
    [
      'grouping h { choice f { container x; } } container e { uses h { augment f { action o; } } }',
      "action 'o' is not allowed in a case",
    ],
    ['uses act;', "action 'o' is not allowed at the top level of a module"],
    ['rpc r; augment /m:r/m:input { uses note; }', "notification 'o' is not allowed inside rpc 'r'"],
    ['rpc r; augment /m:r/m:output { action o; }', "action 'o' is not allowed inside rpc 'r'"],
    [
      'augment /m:c/m:ch/m:one/m:d { action p; } augment /m:c/m:ch/m:one/m:d/m:p/m:input { action o; }',
      'inside action',
    ],
    ['notification n; augment /m:n { container x { notification o; } }', "not allowed inside notification 'n'"],
    [
      'container s { config false; list l { leaf x { type string; } } } augment /m:s/m:l { container y { action o; } }',
      "action 'o' is not allowed inside list 'l', which has no key",
    ],
    [
      'container s { config false; list l { notification o; } }',
      "notification 'o' is not allowed inside list 'l', which has no key",
    ],
  ])('of a place that holds no operations: %j is refused', (body, expected) => {
    const found = bodyErrors(`${choice} ${operations} ${body}`);
    expect(found.join('\n')).toContain(expected);
    expect(found).toHaveLength(1);
  });

  test.each([
    'augment /m:c/m:ch/m:one/m:d { uses act; }',
    'augment /m:c/m:ch/m:one { container e { action o; notification n; } }',
    'augment /m:c/m:ch { container e { action o; } }',
    'augment /m:c/m:ch { case two { list l { key k; leaf k { type string; } notification n; } } }',
    'grouping h { container e { action o; } } container f { choice ch { case one { uses h; } container g { uses h; } } }',
    'grouping h { choice f { case one; } } container e { uses h { augment f/one { container g { action o; } } } }',
  ])('of a case with what holds operations itself is taken: %j', (body) => {
    expect(bodyErrors(`${choice} ${operations} ${body}`)).toEqual([]);
  });

  test('a grouping brings notifications to the top', () => {
    expect(bodyErrors(`${operations} uses note;`)).toEqual([]);
  });

  test('a name may come only once, across the cases of a choice too', () => {
    expect(bodyErrors('leaf a { type string; } choice c { leaf a { type string; } }')[0]).toContain(
      'names are unique across the cases of a choice',
    );
  });
});
