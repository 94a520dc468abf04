/** What a module of YANG 1 (RFC 6020) may not use, and reads otherwise (RFC 7950 §1.1, §12). */
import { describe, expect, test } from 'vitest';
import { schemaNodeAt } from '../../../src/yang/index.js';
import { compileTexts, errorsOf, leafAt, moduleText } from '../support.js';

const old = (name: string, body: string, header = ''): string =>
  moduleText(name, body, header).replace('yang-version 1.1;', '');

describe('YANG 1', () => {
  test.each([
    ['container c { action a; }', "action in container needs 'yang-version 1.1'"],
    ['container c { notification n; }', "notification in container needs 'yang-version 1.1'"],
    ['anydata a;', "anydata in module needs 'yang-version 1.1'"],
    ['leaf a { type string { pattern x { modifier invert-match; } } }', "modifier in pattern needs 'yang-version 1.1'"],
    ['leaf-list l { type string; default a; }', "default in leaf-list needs 'yang-version 1.1'"],
    ['leaf-list l { type string; } deviation /m:l { deviate add { default a; } }', 'default of a leaf-list needs'],
    ['grouping g { leaf-list l { type string; } } uses g { refine l { default a; } }', 'default of a leaf-list needs'],
    ['rpc r { input { must "1"; leaf a { type string; } } }', "must in input needs 'yang-version 1.1'"],
    ['choice a { choice b { leaf x { type string; } } }', "choice in choice needs 'yang-version 1.1'"],
    ['feature a; feature b; leaf x { if-feature "a or b"; type string; }', 'YANG 1 takes one feature name'],
    ['feature a; identity i { if-feature a; }', "if-feature in identity needs 'yang-version 1.1'"],
    ['feature a; leaf x { type enumeration { enum e { if-feature a; } } }', 'if-feature in enum needs'],
    ['feature a; grouping g { container c; } uses g { refine c { if-feature a; } }', 'if-feature in refine needs'],
    ['leaf a { type string; } leaf b { type leafref { path "../a"; require-instance false; } }', 'require-instance'],
    ['identity a; identity b; identity c { base a; base b; }', "identity 'c' has several bases"],
    ['identity a; identity b; leaf c { type identityref { base a; base b; } }', 'identityref with several bases needs'],
    ['typedef e { type enumeration { enum a; enum b; } } leaf x { type e { enum a; } }', 'derived from enumeration'],
    ['list l { key a; leaf a { type empty; } }', "key 'a' cannot be of type empty in YANG 1"],
    ['leaf xmlfoo { type string; }', "starts with 'xml', which YANG 1 reserves"],
  ])('refuses %s', (body, expected) => {
    expect(errorsOf([old('m', body)]).join('\n')).toContain(expected);
  });

  test('keeps backslashes that YANG 1.1 refuses, and takes quotes inside unquoted strings', () => {
    const schema = compileTexts([old('m', `leaf a { type string { pattern "\\d+"; } default "1"; description a"b; }`)]);
    expect(leafAt(schema, '/m:a')).toMatchObject({ description: 'a"b', type: { patterns: [{ text: '\\d+' }] } });
  });
});

describe('between the versions', () => {
  const dated = 'revision 2020-01-01;';
  test('a module of YANG 1 imports one of 1.1, but not by revision (RFC 7950 §12)', () => {
    const imported = moduleText('n', 'typedef t { type string; }', dated);
    expect(errorsOf([imported, old('m', 'leaf a { type n:t; }', 'import n { prefix n; }')])).toEqual([]);
    expect(errorsOf([imported, old('m', '', 'import n { prefix n; revision-date 2020-01-01; }')])).toEqual([
      "module 'n' is of YANG 1.1, which a module of YANG 1 must not import by revision",
    ]);
  });

  test('a module of 1.1 imports one of YANG 1 by revision', () => {
    const texts = [old('n', '', dated), moduleText('m', '', 'import n { prefix n; revision-date 2020-01-01; }')];
    expect(errorsOf(texts)).toEqual([]);
  });

  test('two revisions of a module are imported side by side', () => {
    const sources = {
      find: (name: string, revision?: string) => {
        const type = revision === '2021-01-01' ? 'int8' : 'string';
        const text =
          name === 'n'
            ? moduleText('n', `typedef t { type ${type}; }`, `revision ${revision ?? '2021-01-01'};`)
            : moduleText(
                'm',
                'leaf a { type one:t; } leaf b { type two:t; }',
                'import n { prefix one; revision-date 2020-01-01; } import n { prefix two; revision-date 2021-01-01; }',
              );
        return { file: `${name}.yang`, text };
      },
    };
    const schema = compileTexts(['module m'], { sources });
    expect(leafAt(schema, '/m:a').type.base).toBe('string');
    expect(leafAt(schema, '/m:b').type.base).toBe('int8');
    expect(schemaNodeAt(schema, '/m:c')).toBeUndefined();
  });

  test('a submodule is included by revision', () => {
    const submodule = 'submodule s { yang-version 1.1; belongs-to m { prefix m; } revision 2020-01-01; container c; }';
    const including = (date: string): string[] => [
      submodule,
      moduleText('m', '', `include s { revision-date ${date}; }`),
    ];
    expect(schemaNodeAt(compileTexts(including('2020-01-01')), '/m:c')?.kind).toBe('container');
    expect(errorsOf(including('2020-01-02'))).toEqual(["submodule 's' of revision 2020-01-02 was not found"]);
  });
});
