import { describe, expect, test } from 'vitest';
import { bodyErrors, compileBody, compileTexts, moduleText } from '../support.js';

const leafs = (features: ReadonlyMap<string, readonly string[] | '*'> | undefined, condition: string): boolean =>
  compileBody(
    `feature a; feature b; feature c { if-feature "a and b"; } leaf x { if-feature "${condition}"; type string; }`,
    { features },
  ).root.data.has('m:x');

describe('features', () => {
  test('all are on when nothing is said', () => {
    expect(compileBody('feature a; feature b;').modules.get('m')?.features).toEqual(new Set(['a', 'b']));
  });

  test('a module that the selection does not name has none on', () => {
    const schema = compileBody('feature a;', { features: new Map() });
    expect(schema.modules.get('m')).toMatchObject({ features: new Set(), definedFeatures: new Set(['a']) });
  });

  test('one that depends on another is off without it', () => {
    expect(
      compileBody('feature a; feature b { if-feature a; }', { features: new Map([['m', ['b']]]) }).modules.get('m')
        ?.features,
    ).toEqual(new Set());
  });

  test.each([
    ['a', true],
    ['b', false],
    ['not b', true],
    ['a and b', false],
    ['a or b', true],
    ['a and not b', true],
    ['not (a or b)', false],
    ['b or a and not b', true],
    ['(b or a) and b', false],
    ['m:a', true],
    ['c', false],
  ])("with a on and b off, '%s' is %s", (condition, expected) => {
    expect(leafs(new Map([['m', ['a', 'c']]]), condition)).toBe(expected);
  });

  test('rule out cases, enums, bits, identities and what uses or augment bring', () => {
    const schema = compileTexts(
      [
        moduleText(
          'm',
          `feature off; identity base; identity gone { base base; if-feature off; }
           grouping g { leaf of-uses { type string; } }
           uses g { if-feature off; }
           choice ch { case k { if-feature off; leaf of-case { type string; } } leaf kept { type string; } }
           leaf e { type enumeration { enum a; enum b { if-feature off; } } }
           leaf i { type identityref { base base; } }`,
        ),
      ],
      { features: new Map() },
    );
    expect([...schema.root.data.keys()]).toEqual(['m:kept', 'm:e', 'm:i']);
    const [e, i] = ['m:e', 'm:i'].map((q) => schema.root.data.get(q));
    expect(e?.kind === 'leaf' && e.type.base === 'enumeration' && [...e.type.enums.keys()]).toEqual(['a']);
    expect(i?.kind === 'leaf' && i.type.base === 'identityref' && [...i.type.identities.keys()]).toEqual([]);
  });

  test('a key cannot be ruled out', () => {
    expect(
      bodyErrors('feature f; list l { key k; leaf k { type string; if-feature f; } }', { features: new Map() }),
    ).toEqual(["key 'k' of list 'l' is ruled out by an if-feature"]);
  });

  test.each([
    ['feature a { if-feature b; } feature b { if-feature a; }', 'depends on itself'],
    ['leaf x { if-feature none; type string; }', "feature 'none' is not defined in module m"],
    [
      'feature f; leaf x { if-feature "f and"; type string; }',
      "a feature name expected at the end of if-feature 'f and'",
    ],
    ['feature f; leaf x { if-feature "(f"; type string; }', "')' expected at the end"],
    ['feature f; leaf x { if-feature "f f"; type string; }', "'and' or 'or' expected before 'f'"],
  ])('%j is refused', (body, expected) => {
    expect(bodyErrors(body).join('\n')).toContain(expected);
  });

  test('selecting one that does not exist is an error', () => {
    expect(bodyErrors('feature first;', { features: new Map([['m', ['frist']]]) })).toEqual([
      "module m has no feature 'frist' (did you mean 'first'?)",
    ]);
  });
});
