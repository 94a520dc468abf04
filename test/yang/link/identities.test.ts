import { describe, expect, test } from 'vitest';
import { bodyErrors, compileTexts, errorsOf, leafAt, moduleText } from '../support.js';

const base = moduleText('base', 'identity root; identity left { base root; } identity right { base root; }');
const user = moduleText(
  'm',
  'identity both { base b:left; base b:right; } leaf any { type identityref { base b:root; } } leaf two { type identityref { base b:left; base b:right; } default both; }',
  'import base { prefix b; }',
);

describe('identities', () => {
  const schema = compileTexts([base, user], { implement: ['base', 'm'] });

  test('are derived through any number of bases', () => {
    const both = schema.modules.get('m')?.identities.get('both');
    const root = schema.modules.get('base')?.identities.get('root');
    expect(both && root && [both.derivedFrom(root), root.derivedFrom(both), root.derivedFrom(root)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(root?.derived.map((i) => i.qname).sort()).toEqual(['base:left', 'base:right', 'm:both']);
  });

  test('a value must be derived from every base', () => {
    const { type } = leafAt(schema, '/m:two');
    expect(type.base === 'identityref' && [...type.identities.keys()]).toEqual(['m:both']);
    expect(leafAt(schema, '/m:two')).toMatchObject({ default: 'm:both' });
  });

  test('those of modules that are only imported are no values (RFC 7950 §9.10)', () => {
    const { type } = leafAt(compileTexts([base, user]), '/m:any');
    expect(type.base === 'identityref' && [...type.identities.keys()]).toEqual(['m:both']);
  });

  test.each([
    ['identity a { base a; }', "identity 'a' is derived from itself"],
    ['identity a { base b; } identity b { base a; }', "identity 'a' is derived from itself"],
    ['identity a { base none; }', "identity 'none' is not defined in module m"],
  ])('%j is refused', (body, expected) => {
    expect(bodyErrors(body)).toContain(expected);
  });

  test('several bases need YANG 1.1', () => {
    expect(
      errorsOf(['module m { namespace urn:m; prefix m; identity a; identity b; identity c { base a; base b; } }'])[0],
    ).toContain("needs 'yang-version 1.1'");
  });
});
