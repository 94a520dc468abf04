import { describe, expect, test } from 'vitest';
import { compile, schemaNodeAt, sourceTexts } from '../../../src/yang/index.js';
import { compileTexts, errorsOf, moduleText } from '../support.js';

const submodule = (name: string, body: string, owner = 'm', version = '1.1'): string =>
  `submodule ${name} { yang-version ${version}; belongs-to ${owner} { prefix own; } ${body} }`;

describe('submodules', () => {
  test('share all definitions with their module and with each other', () => {
    const schema = compileTexts([
      submodule('sub-a', 'typedef t { type own:u; } leaf a { type v; }'),
      submodule('sub-b', 'typedef u { type int8; }'),
      moduleText(
        'm',
        'typedef v { type t; } container c { uses g; } grouping g { leaf x { type t; } }',
        'include sub-a; include sub-b;',
      ),
    ]);
    expect(schemaNodeAt(schema, '/m:c/x')).toMatchObject({ type: { base: 'int8' } });
    expect(schemaNodeAt(schema, '/m:a')).toMatchObject({ type: { base: 'int8', typedef: 'm:v' } });
    expect(schema.modules.get('m')?.submodules.map((s) => s.name)).toEqual(['sub-a', 'sub-b']);
  });

  test.each([
    ['leaf a { type string; }', 'n', '1.1', "submodule 's' belongs to module 'n', not to 'm'"],
    ['', 'm', '1', "submodule 's' is of YANG 1, its module of YANG 1.1"],
    ['include s;', 'm', '1.1', 'submodules include each other in a circle'],
    ['typedef t { type string; }', 'm', '1.1', "typedef 't' is already defined at s.yang:1"],
  ])('%j in a submodule of %s is refused', (body, owner, version, expected) => {
    const main = moduleText('m', 'container c { typedef t { type int8; } }', 'include s;');
    expect(errorsOf([submodule('s', body, owner, version), main]).join('\n')).toContain(expected);
  });
});

describe('imports', () => {
  test('in a circle are an error', () => {
    const a = moduleText('a', '', 'import b { prefix b; }');
    const b = moduleText('b', '', 'import a { prefix a; }');
    expect(errorsOf([a, b])).toEqual(['modules import each other in a circle: b -> a -> b']);
  });

  test('need prefixes of their own', () => {
    expect(errorsOf([moduleText('a', ''), moduleText('m', '', 'import a { prefix m; }')])).toEqual([
      "prefix 'm' already stands for m",
    ]);
  });

  test('of a submodule are an error', () => {
    expect(errorsOf([submodule('s', ''), moduleText('m', '', 'import s { prefix s; }')])).toEqual([
      "module 's' expected, this is a submodule",
    ]);
  });
});

test('a text without the expected module is reported in that text', () => {
  const sources = { find: () => ({ file: 'x.yang', text: moduleText('y', '') }) };
  expect(() => compile({ sources, implement: ['x'] })).toThrow("x.yang:1:1: error: module 'x' expected, this is 'y'");
});

test('a text with errors is reported as such', () => {
  expect(() => compile({ sources: sourceTexts([{ file: 'x.yang', text: 'module x {' }]), implement: ['x'] })).toThrow(
    "x.yang:1:11: error: the text ends before '}'",
  );
});
