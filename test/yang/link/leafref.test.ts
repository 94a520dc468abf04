import { describe, expect, test } from 'vitest';
import { bodyErrors, compileBody, compileTexts, leafAt, moduleText } from '../support.js';

const NODES = `list i { key "n s"; leaf n { type string; } leaf s { type uint8; } leaf v { type boolean; } }
  container c { leaf plain { type int16; } }`;
const target = (path: string): string | undefined => {
  const { type } = leafAt(
    compileBody(
      `${NODES} container here { leaf n { type leafref { path "/i/n"; } } leaf x { type leafref { path "${path}"; } } }`,
    ),
    '/m:here/x',
  );
  return type.base === 'leafref' ? type.target.base : undefined;
};

describe('a leafref has the type of the leaf at', () => {
  test.each([
    ['/i/s', 'uint8'],
    ['/m:c/m:plain', 'int16'],
    ['../../c/plain', 'int16'],
    ['/i[n=current()/../n]/v', 'boolean'],
    ['deref(../n)/../v', 'boolean'],
    ['../n', 'string'],
  ])('%s', (path, base) => {
    expect(target(path)).toBe(base);
  });

  test('the end of a chain', () => {
    const schema = compileBody(
      'leaf a { type leafref { path ../b; } } leaf b { type leafref { path ../c; } } leaf c { type int8; }',
    );
    expect(leafAt(schema, '/m:a').type).toMatchObject({ base: 'leafref', target: { base: 'int8' } });
  });

  test('the place of each leaf that uses a typedef', () => {
    const schema = compileBody(`typedef t { type leafref { path "../id"; } }
      container a { leaf id { type int8; } leaf r { type t; } } container b { leaf id { type string; } leaf r { type union { type t; type empty; } } }`);
    expect(leafAt(schema, '/m:a/r').type).toMatchObject({ typedef: 'm:t', target: { base: 'int8' } });
    expect(leafAt(schema, '/m:b/r').type).toMatchObject({
      members: [{ target: { base: 'string' } }, { base: 'empty' }],
    });
  });

  test('its path in the input of an action', () => {
    const schema = compileBody(
      'container c { leaf id { type int8; } action a { input { leaf x { type leafref { path "../../id"; } } leaf y { type leafref { path "../x"; } } } } }',
    );
    expect(leafAt(schema, '/m:c/a/input/y').type).toMatchObject({ target: { base: 'int8' } });
  });

  test('another module, which is then implemented', () => {
    const other = moduleText('other', 'leaf o { type int8; }');
    const schema = compileTexts([
      other,
      moduleText('m', 'leaf a { type leafref { path "/o:o"; } }', 'import other { prefix o; }'),
    ]);
    expect(schema.modules.get('other')?.conformance).toBe('implement');
    expect(schema.root.data.has('other:o')).toBe(true);
  });
});

describe('a leafref is refused when', () => {
  test.each([
    ['/i/z', "'/m:i' has no node 'm:z'"],
    ['/i', "leads to the list '/m:i': a leaf or leaf-list is expected"],
    ['../../../c', "it has too many '..'"],
    ['c/plain', "a relative path must start with '..'"],
    ['/c/../i/s', "'..' is allowed only at the start of a path"],
    ['/c[plain=current()/../n]/plain', "a predicate stands behind '/m:c', which is not a list"],
    ['/i[v=current()/../n]/v', "'/m:i/v' in a predicate is not a key of the list"],
    ['/i[n=current()/../n][n=current()/../n]/v', "key 'n' stands in two predicates"],
    ['/i[n=../n]/v', "'current()/..' is expected where a path refers to another leaf"],
    ['/i//s', 'only names'],
    ['/i[', 'leafref path'],
    ['/q:i', 'leafref path'],
    ['count(/i)', "a path of names and '..' is expected"],
    ['deref(../../c/plain)/../v', "deref() takes a leafref, which '/m:c/plain' is not"],
  ])('its path is %s', (path, expected) => {
    expect(
      bodyErrors(
        `${NODES} container here { leaf n { type leafref { path "/i/n"; } } leaf x { type leafref { path "${path}"; } } }`,
      ).join('\n'),
    ).toContain(expected);
  });

  test.each([
    [
      'leaf a { type leafref { path ../b; } } leaf b { type leafref { path ../a; } }',
      'leafrefs refer to each other in a circle',
    ],
    ['leaf a { type leafref { path ../a; } }', 'leafrefs refer to each other in a circle'],
    [
      'leaf a { type leafref { path ../b; } } leaf b { type string; config false; }',
      "leads from configuration to '/m:b', which is 'config false'",
    ],
    [
      'leaf a { type leafref { path ../b; } } leaf b { type string; status obsolete; }',
      "is current and must not refer to '/m:b', which is obsolete",
    ],
    [
      'feature f; leaf a { type leafref { path ../b; } } leaf b { type string; if-feature "not f"; }',
      "has no node 'm:b'",
    ],
  ])('%j', (body, expected) => {
    expect(bodyErrors(body).join('\n')).toContain(expected);
  });

  test('it would refer from configuration to state, unless require-instance is false', () => {
    expect(
      bodyErrors(
        'leaf a { type leafref { path ../b; require-instance false; } } leaf b { type string; config false; }',
      ),
    ).toEqual([]);
  });
});
