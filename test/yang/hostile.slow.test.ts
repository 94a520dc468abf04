/** Schemas that nobody means well with: each compiles or gives a located error, soon, without filling memory or the stack. */
import { describe, expect, it } from 'vitest';
import { body, outcome, repeat } from './hostile.js';
import { moduleText } from './support.js';

const chain = (times: number, each: (i: number, next: number) => string, last: string): string =>
  `${repeat(times, (i) => each(i, i + 1))} ${last}`;
const LEAF = 'leaf x { type string; }';

describe('nesting', () => {
  it.each([
    [
      'statements, closed',
      body(`${'container c {'.repeat(300)}${'}'.repeat(300)}`),
      'm.yang:6:2588: error: statements nest deeper than 200',
    ],
    ['statements of extensions', body('x:y {'.repeat(100_000)), 'statements nest deeper than 200'],
    ['braces alone', ['{'.repeat(1_000_000)], "a keyword is expected, found '{'"],
    [
      'containers as deep as is allowed',
      body(`${repeat(190, (i) => `container c${i} {`)}${'}'.repeat(190)}`),
      'compiles',
    ],
    [
      'parentheses of an if-feature',
      body(`feature f; leaf a { if-feature "${'('.repeat(100_000)}f"; type string; }`),
      'this if-feature expression is too long',
    ],
    [
      'negations of an if-feature',
      body(`feature f; leaf a { if-feature "${'not '.repeat(100_000)}f"; type string; }`),
      'this if-feature expression is too long',
    ],
    [
      'parentheses of an XPath expression',
      body(`leaf a { type string; must "${'('.repeat(5000)}1"; }`),
      "error: must '(((",
    ],
    [
      'operators of an XPath expression',
      body(`leaf a { type string; must "${'1 + '.repeat(100_000)}1"; }`),
      "error: must '1 + 1",
    ],
    ['groups of a pattern', body(`leaf a { type string { pattern '${'('.repeat(5000)}a'; } }`), "error: pattern '((("],
  ])('%s', (_, texts, expected) => {
    expect(outcome(texts)).toContain(expected);
  });
});

describe('groupings', () => {
  const TOO_MANY = 'the schema has more than 500000 nodes and uses of groupings';
  it.each([
    [
      'a long chain',
      chain(
        2000,
        (i, n) => `grouping g${i} { container c${i} { uses g${n}; } }`,
        `grouping g2000 { ${LEAF} } uses g0;`,
      ),
      'groupings use each other deeper than 250',
    ],
    [
      'a chain that is not too long',
      chain(
        200,
        (i, n) => `grouping g${i} { leaf l${i} { type string; } uses g${n}; }`,
        `grouping g200 { ${LEAF} } uses g0;`,
      ),
      'compiles',
    ],
    [
      'a fan of 2^40',
      chain(
        40,
        (i, n) => `grouping g${i} { container a { uses g${n}; } container b { uses g${n}; } }`,
        `grouping g40 { ${LEAF} } uses g0;`,
      ),
      TOO_MANY,
    ],
    [
      'a fan that nothing uses',
      chain(
        40,
        (i, n) => `grouping g${i} { container a { uses g${n}; } container b { uses g${n}; } }`,
        `grouping g40 { ${LEAF} }`,
      ),
      TOO_MANY,
    ],
    [
      'a fan that holds nothing in the end',
      chain(40, (i, n) => `grouping g${i} { uses g${n}; uses g${n}; }`, 'grouping g40; uses g0;'),
      TOO_MANY,
    ],
    [
      'a fan of actions',
      chain(
        40,
        (i, n) => `grouping g${i} { container a { uses g${n}; } container b { uses g${n}; } }`,
        'grouping g40 { action a; } container z { uses g0; }',
      ),
      TOO_MANY,
    ],
    [
      'a circle',
      'grouping a { uses b; } grouping b { container x { uses a; } } uses a;',
      'groupings use each other in a circle: a -> b -> a',
    ],
    [
      'a circle through the augment of a uses',
      'grouping a { uses b { augment d { uses a; } } } grouping b { container d; }',
      'groupings use each other in a circle: a -> a',
    ],
    [
      'a mistake in a fan',
      chain(
        12,
        (i, n) => `grouping g${i} { container a { uses g${n}; } container b { uses g${n}; } }`,
        'grouping g12 { leaf x { type zzz; } } uses g0;',
      ),
      "type 'zzz' is not defined",
    ],
  ])('%s', (_, text, expected) => {
    expect(outcome(body(text))).toContain(expected);
  });
});

describe('circles', () => {
  it.each([
    [
      'imports',
      [moduleText('a', '', 'import b { prefix b; }'), moduleText('b', '', 'import a { prefix a; }')],
      'modules import each other in a circle: b -> a -> b',
    ],
    [
      'an import of itself',
      [moduleText('a', '', 'import a { prefix b; }')],
      'modules import each other in a circle: a -> a',
    ],
    ['typedefs', body('typedef a { type b; } typedef b { type a; }'), 'typedefs refer to each other in a circle'],
    [
      'a typedef in its own union',
      body('typedef a { type union { type string; type a; } }'),
      'typedefs refer to each other in a circle: a -> a',
    ],
    [
      'identities',
      body('identity a { base b; } identity b { base c; } identity c { base a; }'),
      "identity 'a' is derived from itself",
    ],
    [
      'leafrefs',
      body('leaf a { type leafref { path "../b"; } } leaf b { type leafref { path "../a"; } }'),
      'leafrefs refer to each other in a circle',
    ],
    [
      'leafrefs through deref()',
      body('leaf a { type leafref { path "deref(../b)/../a"; } } leaf b { type leafref { path "deref(../a)/../b"; } }'),
      'leafrefs refer to each other in a circle',
    ],
    [
      'features',
      body('feature a { if-feature b; } feature b { if-feature "not a"; }'),
      "feature 'a' depends on itself",
    ],
    [
      'a default case that is the choice',
      body('choice c { default c; case a { leaf x { type string; } } }'),
      "choice 'c' has no case 'c' to be its default",
    ],
    [
      'augments of what they bring',
      body('augment /m:a/m:b { container b; } augment /m:a { container c; } container d;'),
      "augment target '/m:a/m:b' does not exist",
    ],
  ])('%s', (_, texts, expected) => {
    expect(outcome(texts)).toContain(expected);
  });

  it('submodules that include each other', () => {
    const submodule = (name: string, other: string): string =>
      `submodule ${name} { yang-version 1.1; belongs-to a { prefix a; } include ${other}; }`;
    const texts = [moduleText('a', '', 'include s1;'), submodule('s1', 's2'), submodule('s2', 's1')];
    expect(outcome(texts, ['a'])).toBe(
      's2.yang:1:61: error: submodules include each other in a circle: s1 -> s2 -> s1',
    );
  });
});

describe('long rows', () => {
  it.each([
    [
      'imports',
      [
        ...Array.from({ length: 400 }, (_, i) => moduleText(`i${i}`, '', `import i${i + 1} { prefix x; }`)),
        moduleText('i400', ''),
        moduleText('m', '', 'import i0 { prefix x; }'),
      ],
      'more than 200 modules import each other in a row',
    ],
    [
      'typedefs',
      body(chain(5000, (i, n) => `typedef t${i} { type t${n}; }`, 'typedef t5000 { type string; }')),
      'more than 200 typedefs build on each other',
    ],
    [
      'unions in unions',
      body(
        chain(40, (i, n) => `typedef t${i} { type union { type t${n}; type t${n}; } }`, 'typedef t40 { type string; }'),
      ),
      'this union has more than 2000 members',
    ],
    [
      'leafrefs in unions in unions',
      body(
        chain(
          25,
          (i, n) => `typedef t${i} { type union { type t${n}; type t${n}; } }`,
          'typedef t25 { type leafref { path "/m:y"; } }',
        ),
      ),
      'this union has more than 2000 members',
    ],
    [
      'leafrefs',
      body(chain(3000, (i, n) => `leaf a${i} { type leafref { path "../a${n}"; } }`, 'leaf a3000 { type string; }')),
      'more than 100 leafrefs refer to each other in a row',
    ],
    [
      'identities',
      body(chain(5000, (i, n) => `identity i${i} { base i${n}; }`, 'identity i5000;')),
      "identity 'i0' is derived from more than 500 others",
    ],
    [
      'features',
      body(chain(5000, (i, n) => `feature f${i} { if-feature f${n}; }`, 'feature f5000;')),
      'more than 200 features depend on each other',
    ],
    ["'..' in a leafref", body(`leaf a { type leafref { path "${'../'.repeat(20_000)}b"; } }`), "leafref path '../../"],
  ])('%s', (_, texts, expected) => {
    expect(outcome(texts)).toContain(expected);
  });
});

describe('crowds', () => {
  it.each([
    [
      'augments of one node',
      `container c; ${repeat(5000, (i) => `augment /m:c { leaf l${i} { type string; } }`)}`,
      'compiles',
    ],
    [
      'augments of what later ones bring',
      `container c; ${repeat(2000, (i) => `augment /m:c/m:d${2000 - i} { leaf l { type string; } }`)} ${repeat(2000, (i) => `augment /m:c { container d${i + 1}; }`)}`,
      'compiles',
    ],
    [
      'augments of nothing',
      `container c; ${repeat(5000, (i) => `augment /m:c/m:x${i} { leaf l { type string; } }`)}`,
      "container 'c' has no 'x0'",
    ],
    [
      'intervals',
      `typedef t { type int32 { range "${repeat(30_000, (i) => `${i * 2}`).replaceAll('\n', '|')}"; } } leaf a { type t { range "${repeat(30_000, (i) => `${i * 2}`).replaceAll('\n', '|')}"; } }`,
      'compiles',
    ],
    [
      'enums',
      `typedef e { type enumeration { ${repeat(50_000, (i) => `enum e${i};`)} } } leaf a { type e; default e49999; }`,
      'compiles',
    ],
    [
      'unknown enums',
      `typedef e { type enumeration { ${repeat(20_000, (i) => `enum e${i};`)} } } leaf a { type e { ${repeat(20_000, (i) => `enum f${i};`)} } }`,
      "enum 'f0' is not one of the type that is restricted",
    ],
    [
      'bits in a default',
      `leaf a { type bits { ${repeat(20_000, (i) => `bit b${i};`)} } default "${repeat(20_000, (i) => `b${i}`)}"; }`,
      'compiles',
    ],
    ['defaults of a leaf-list', `leaf-list a { type string; ${repeat(30_000, (i) => `default d${i};`)} }`, 'compiles'],
    [
      'identityrefs to many identities',
      `identity b; ${repeat(2000, (i) => `identity i${i} { base b; }`)} ${repeat(1000, (i) => `leaf x${i} { type identityref { base b; } }`)}`,
      'compiles',
    ],
    [
      'identities in dense layers',
      repeat(400, (i) => `identity i${i} { ${i < 20 ? '' : repeat(20, (k) => `base i${i - (i % 20) - 20 + k};`)} }`),
      'compiles',
    ],
    ['patterns', `leaf a { type string { ${repeat(5000, (i) => `pattern "a${i}[a-z]+\\\\p{L}*";`)} } }`, 'compiles'],
    [
      'alternatives of a pattern',
      `leaf a { type string { pattern '${repeat(20_000, (i) => `w${i}`).replaceAll('\n', '|')}'; } }`,
      "error: pattern 'w0|w1|",
    ],
    ['musts', `leaf a { type string; ${repeat(10_000, (i) => `must "../a != '${i}'";`)} }`, 'compiles'],
    [
      'uniques',
      `list l { key k; leaf k { type string; } ${repeat(1000, (i) => `leaf u${i} { type string; } unique u${i};`)} }`,
      'compiles',
    ],
    ['nodes of one name', repeat(5000, () => LEAF), "leaf 'x' is already defined in module 'm'"],
    ['nodes side by side', repeat(30_000, (i) => `leaf l${i} { type string; }`), 'compiles'],
    [
      'types that are not defined, with near names',
      repeat(3000, (i) => `typedef t${i} { type string; } leaf l${i} { type tt${i}; }`),
      "type 'tt0' is not defined (did you mean 't0'?)",
    ],
    [
      'groupings that are not defined, with near names',
      repeat(3000, (i) => `grouping abcdefghij${i}; uses abcdefghik${i};`),
      "grouping 'abcdefghik0' is not defined",
    ],
    [
      'statements on one line',
      repeat(10_000, (i) => `leaf l${i} { type string; description "d"; }`).replaceAll('\n', ' '),
      'compiles',
    ],
    ['comments', '/* a */'.repeat(200_000), 'compiles'],
    ['parts of a string', `description ${'"a" + '.repeat(200_000)}"b";`, 'compiles'],
  ])('%s', (_, text, expected) => {
    expect(outcome(body(text))).toContain(expected);
  });

  it('deviations', () => {
    const base = moduleText('b', `container c { ${repeat(5000, (i) => `leaf x${i} { type string; }`)} }`);
    const deviations = repeat(5000, (i) => `deviation /b:c/b:x${i} { deviate not-supported; }`);
    expect(outcome([base, moduleText('d', deviations, 'import b { prefix b; }')])).toBe('compiles');
  });
});

describe('deviations of what is deviated', () => {
  const base = moduleText('b', 'container c { leaf x { type string; } }');
  it('a deviation is no node that another could take away', () => {
    const deviating = moduleText('e', 'deviation /b:c/b:x { deviate add { default "1"; } }', 'import b { prefix b; }');
    const again = moduleText('d', 'deviation /e:c { deviate not-supported; }', 'import e { prefix e; }');
    expect(outcome([base, deviating, again])).toContain("deviation target '/e:c' does not exist");
  });

  it('a node that is not supported cannot be deviated otherwise', () => {
    const text = 'deviation /b:c { deviate not-supported; } deviation /b:c { deviate add { config false; } }';
    expect(outcome([base, moduleText('d', text, 'import b { prefix b; }')])).toContain(
      "container 'c' is 'not-supported' and deviated otherwise",
    );
  });

  it('the target of a deviation may stand below one that is not supported', () => {
    const text = 'deviation /b:c { deviate not-supported; } deviation /b:c/b:x { deviate not-supported; }';
    expect(outcome([base, moduleText('d', text, 'import b { prefix b; }')])).toBe('compiles');
  });
});
