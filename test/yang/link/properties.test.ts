/** Every property that refine and deviate may touch, row by row (RFC 7950 §7.13.2, §7.20.3.2). */
import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { compileBody, compileTexts, moduleText } from '../support.js';

const NODES = `
  container c; container p { presence old; }
  leaf a { type uint8; default 1; units s; must "1"; description old; reference old; }
  leaf plain { type string; }
  leaf-list l { type string; default x; min-elements 0; max-elements 9; must "1"; }
  list e { key k; unique v; leaf k { type string; } leaf v { type string; } leaf w { type string; } min-elements 1; max-elements 9; }
  choice ch { default one; case one { leaf x { type string; } } case two { leaf y { type string; } } }
  choice must-choose { leaf z { type string; } }
  anydata any; anyxml xml;`;
/** What a property is read as. Choices have no path of their own. */
const at = (schema: ReturnType<typeof compileBody>, name: string) =>
  name.includes('ch')
    ? schema.root.children.find((child) => child.name === name)
    : schemaNodeAt(schema, `/${schema.root.children[0]?.module.name}:${name}`);

describe('refine', () => {
  test.each([
    ['a', 'default 2;', { default: 2 }],
    ['plain', 'default x;', { default: 'x' }],
    ['l', 'default p; default q;', { defaults: ['p', 'q'] }],
    ['ch', 'default two;', { defaultCase: { name: 'two' } }],
    ['a', 'description new;', { description: 'new' }],
    ['c', 'description new;', { description: 'new' }],
    ['a', 'reference new;', { reference: 'new' }],
    ['a', 'config false;', { config: false }],
    ['any', 'config false;', { config: false }],
    ['plain', 'mandatory true;', { mandatory: true }],
    ['must-choose', 'mandatory true;', { mandatory: true }],
    ['any', 'mandatory true;', { mandatory: true }],
    ['xml', 'mandatory true;', { mandatory: true }],
    ['c', 'presence new;', { presence: true }],
    ['c', 'must "2";', { musts: [{ text: '2' }] }],
    ['a', 'must "2"; must "3";', { musts: [{ text: '1' }, { text: '2' }, { text: '3' }] }],
    ['e', 'min-elements 2;', { minElements: 2, maxElements: 9 }],
    ['e', 'max-elements unbounded;', { minElements: 1, maxElements: undefined }],
    ['l', 'max-elements 3;', { maxElements: 3 }],
  ])('%s { %s }', (name, refine, expected) => {
    const schema = compileBody(`grouping g { ${NODES} } uses g { refine ${name} { ${refine} } }`);
    expect(at(schema, name)).toMatchObject(expected);
  });

  test('if-feature rules the node out where it does not hold', () => {
    const body =
      'feature f; grouping g { leaf a { type string; } leaf b { type string; } } uses g { refine a { if-feature f; } }';
    expect(schemaNodeAt(compileBody(body, { features: new Map() }), '/m:a')).toBeUndefined();
    expect(schemaNodeAt(compileBody(body), '/m:a')?.kind).toBe('leaf');
  });
});

describe('deviate', () => {
  test.each([
    ['plain', 'add { config false; }', { config: false }],
    ['plain', 'add { default x; }', { default: 'x' }],
    ['l', 'add { default y; }', { defaults: ['x', 'y'] }],
    ['plain', 'add { mandatory true; }', { mandatory: true }],
    ['any', 'add { mandatory true; }', { mandatory: true }],
    ['must-choose', 'add { mandatory true; }', { mandatory: true }],
    ['a', 'add { must "2"; }', { musts: [{ text: '1' }, { text: '2' }] }],
    ['plain', 'add { units m; }', { units: 'm' }],
    ['e', 'add { unique w; }', { unique: [[['d:v']], [['d:w']]] }],
    ['a', 'replace { type uint16; }', { type: { base: 'uint16' }, default: 1 }],
    ['a', 'replace { units m; }', { units: 'm' }],
    ['a', 'replace { default 2; }', { default: 2 }],
    ['ch', 'replace { default two; }', { defaultCase: { name: 'two' } }],
    ['a', 'replace { config false; }', { config: false }],
    ['plain', 'replace { mandatory true; }', { mandatory: true }],
    ['e', 'replace { min-elements 2; max-elements 3; }', { minElements: 2, maxElements: 3 }],
    ['a', 'delete { default 1; }', { default: undefined }],
    ['l', 'delete { default x; }', { defaults: [] }],
    ['a', 'delete { units s; }', { units: undefined }],
    ['a', 'delete { must "1"; }', { musts: [] }],
    ['e', 'delete { unique v; }', { unique: [] }],
    ['ch', 'delete { default one; }', { defaultCase: undefined }],
  ])('%s { %s }', (name, deviate, expected) => {
    const deviating = moduleText('dev', `deviation /d:${name} { deviate ${deviate} }`, 'import d { prefix d; }');
    expect(at(compileTexts([moduleText('d', NODES), deviating]), name)).toMatchObject(expected);
  });
});
