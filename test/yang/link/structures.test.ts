import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { compileTexts, errorsOf, leafAt, moduleText } from '../support.js';

const extension = (module: string, ...names: string[]): string =>
  moduleText(module, names.map((n) => `extension ${n} { argument name; }`).join('\n'));
const LIBRARY = [
  extension('ietf-yang-structure-ext', 'structure', 'augment-structure'),
  extension('ietf-restconf', 'yang-data'),
  extension('ietf-yang-metadata', 'annotation'),
  extension('ietf-netconf-acm', 'default-deny-all').replace('{ argument name; }', ';'),
];
const IMPORTS = `import ietf-yang-structure-ext { prefix sx; } import ietf-restconf { prefix rc; }
  import ietf-yang-metadata { prefix md; } import ietf-netconf-acm { prefix nacm; }`;
const texts = (body: string): string[] => [...LIBRARY, moduleText('m', body, IMPORTS)];

describe('structures', () => {
  test('sx:structure defines data outside datastores (RFC 8791)', () => {
    const schema = compileTexts(
      texts('sx:structure s { must "a"; list l { leaf x { type leafref { path "/a"; } } } leaf a { type int8; } }'),
    );
    expect(schema.structures.get('m:s')).toMatchObject({ kind: 'structure', musts: [{ text: 'a' }] });
    expect(leafAt(schema, '/m:s/l/x').type).toMatchObject({ target: { base: 'int8' } });
    expect(schema.root.data.size).toBe(0);
  });

  test('sx:augment-structure adds to one of another module', () => {
    const user = moduleText(
      'user',
      'sx:augment-structure "/m:s" { leaf more { type string; } }',
      'import ietf-yang-structure-ext { prefix sx; } import m { prefix m; }',
    );
    const schema = compileTexts([...texts('sx:structure s { leaf a { type int8; } }'), user]);
    expect(schemaNodeAt(schema, '/m:s/user:more')?.kind).toBe('leaf');
  });

  test('rc:yang-data is one too (RFC 8040 §8)', () => {
    expect(
      schemaNodeAt(
        compileTexts(texts('rc:yang-data errors { container errors { leaf tag { type string; } } }')),
        '/m:errors/errors/tag',
      )?.kind,
    ).toBe('leaf');
  });

  test.each([
    ['rc:yang-data d { leaf a { type string; } }', "rc:yang-data 'd' must hold exactly one container"],
    ['rc:yang-data d { container a; container b; }', "rc:yang-data 'd' must hold exactly one container"],
    ['sx:structure s { import x { prefix y; } }', 'import is not allowed in sx:structure'],
    [
      'container s; sx:structure s { container a; }',
      "sx:structure 's' has the name of container 's' in the same module",
    ],
    ['container c { sx:structure s { container a; } }', 'sx:structure is allowed only at the top level'],
    ['sx:augment-structure /m:none { leaf a { type string; } }', "augment target '/m:none' does not exist"],
  ])('%j is refused', (body, expected) => {
    expect(errorsOf(texts(body)).join('\n')).toContain(expected);
  });
});

describe('annotations', () => {
  test('are kept with their type (RFC 7952 §3)', () => {
    const schema = compileTexts(
      texts('md:annotation last-modified { type string { length 1..9; } description "when"; }'),
    );
    expect(schema.modules.get('m')?.annotations.get('last-modified')).toMatchObject({
      qname: 'm:last-modified',
      type: { base: 'string' },
      description: 'when',
    });
  });

  test.each([
    ['md:annotation a { description x; }', "md:annotation 'a' needs a type statement"],
    ['md:annotation a { type string; default x; }', 'default is not allowed in md:annotation'],
    ['md:annotation a { type string; } md:annotation a { type int8; }', "annotation 'a' is already defined"],
  ])('%j is refused', (body, expected) => {
    expect(errorsOf(texts(body)).join('\n')).toContain(expected);
  });
});

describe('extensions', () => {
  test('are kept on the node that uses them', () => {
    expect(leafAt(compileTexts(texts('leaf a { nacm:default-deny-all; type string; }')), '/m:a').extensions).toEqual([
      { module: 'ietf-netconf-acm', name: 'default-deny-all', argument: undefined },
    ]);
  });

  test.each([
    [
      'leaf a { type string; nacm:default-deny-al; }',
      "extension 'default-deny-al' is not defined in module ietf-netconf-acm (did you mean 'default-deny-all'?)",
    ],
    ['leaf a { type string; nacm:default-deny-all x; }', 'nacm:default-deny-all takes no argument'],
    ['sx:structure { container a; }', "sx:structure needs the argument 'name'"],
    ['leaf a { type string; none:x; }', "prefix 'none' is not defined in m"],
  ])('%j is refused', (body, expected) => {
    expect(errorsOf(texts(body)).join('\n')).toContain(expected);
  });
});
