import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { compileTexts, errorsOf, moduleText } from '../support.js';

const mount = `module ietf-yang-schema-mount {
  yang-version 1.1; namespace "urn:ietf:params:xml:ns:yang:ietf-yang-schema-mount"; prefix yangmnt;
  extension mount-point { argument label; } }`;
const texts = (body: string): string[] => [
  mount,
  moduleText('m', body, 'import ietf-yang-schema-mount { prefix mnt; }'),
];

describe('mount points (RFC 8528)', () => {
  const LABEL = { module: 'ietf-yang-schema-mount', name: 'mount-point', argument: 'root' };

  test('are kept with their label on containers and lists', () => {
    const schema = compileTexts(
      texts('container c { mnt:mount-point root; } list l { key k; leaf k { type string; } mnt:mount-point "root"; }'),
    );
    for (const path of ['/m:c', '/m:l']) expect(schemaNodeAt(schema, path)?.extensions).toEqual([LABEL]);
  });

  test('of a grouping come with its nodes', () => {
    const schema = compileTexts(texts('grouping g { container c { mnt:mount-point root; } } container o { uses g; }'));
    expect(schemaNodeAt(schema, '/m:o/c')?.extensions).toEqual([LABEL]);
  });

  test.each([
    ['leaf a { type string; mnt:mount-point x; }', "allowed only in a container or list, not in leaf 'a'"],
    ['mnt:mount-point x;', "allowed only in a container or list, not in module 'm'"],
    ['grouping g { mnt:mount-point x; leaf a { type string; } }', "not in grouping 'g'"],
    ['grouping g { container c; } uses g { refine c { mnt:mount-point x; } }', "not in refine 'c'"],
    ['container c { mnt:mount-point x; mnt:mount-point y; }', "container 'c' takes only one mnt:mount-point"],
    ['container c { mnt:mount-point "1 x"; }', "needs an identifier as its label, '1 x' is none"],
    ['container c { mnt:mount-point; }', "needs the argument 'label'"],
  ])('%s is refused', (body, expected) => {
    expect(errorsOf(texts(body)).join('\n')).toContain(expected);
  });

  test('need YANG 1.1 where they stand and where they are used', () => {
    const [, text = ''] = texts('container c { mnt:mount-point x; }');
    expect(errorsOf([mount, text.replace('yang-version 1.1;', '')])).toEqual([
      "mnt:mount-point needs 'yang-version 1.1' in module m",
    ]);
    const [, library = ''] = texts('grouping g { container c { mnt:mount-point x; } }');
    const using = moduleText('u', 'uses m:g;', 'import m { prefix m; }').replace('yang-version 1.1;', '');
    expect(errorsOf([mount, library, using])).toEqual(["mnt:mount-point needs 'yang-version 1.1' in module u"]);
  });
});
