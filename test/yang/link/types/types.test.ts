import { describe, expect, test } from 'vitest';
import type { Type } from '../../../../src/yang/index.js';
import { bodyErrors, compileBody, errorsOf, leafAt } from '../../support.js';

const typeOf = (type: string, typedefs = ''): Type =>
  leafAt(compileBody(`${typedefs} leaf x { type ${type} }`), '/m:x').type;
const BUILT_IN =
  'int8 int16 int32 int64 uint8 uint16 uint32 uint64 string binary boolean empty instance-identifier'.split(' ');

describe('types', () => {
  test.each(BUILT_IN)('%s stands for itself', (name) => {
    expect(typeOf(`${name};`)).toMatchObject({ base: name, name });
  });

  test('ranges and lengths of the chain all hold, the most derived first', () => {
    const type = typeOf(
      'b { range "min | 5"; }',
      'typedef a { type int8 { range "1..10" { error-message no; error-app-tag tag; } } } typedef b { type a; }',
    );
    expect(type).toMatchObject({
      name: 'b',
      typedef: 'm:b',
      ranges: [
        {
          intervals: [
            { min: 1n, max: 1n },
            { min: 5n, max: 5n },
          ],
        },
        { intervals: [{ min: 1n, max: 10n }], errorMessage: 'no', errorAppTag: 'tag' },
      ],
    });
  });

  test('decimal64 ranges are in units of the last digit', () => {
    expect(typeOf('decimal64 { fraction-digits 2; range "1.5..2 | max"; }')).toMatchObject({
      ranges: [
        {
          intervals: [
            { min: 150n, max: 200n },
            { min: 2n ** 63n - 1n, max: 2n ** 63n - 1n },
          ],
        },
      ],
    });
  });

  test('patterns of the chain all hold', () => {
    const type = typeOf(
      `t { pattern 'x.*' { modifier invert-match; } }`,
      `typedef t { type string { pattern '[a-z]+'; } }`,
    );
    expect(type.base === 'string' && type.patterns.map((p) => [p.text, p.invert])).toEqual([
      ['x.*', true],
      ['[a-z]+', false],
    ]);
  });

  test('enums number themselves from the highest so far', () => {
    const type = typeOf('enumeration { enum a { value -3; } enum b; enum c { value 7; } enum d { value 2; } enum e; }');
    expect(type.base === 'enumeration' && [...type.enums.values()].map((e) => e.value)).toEqual([-3, -2, 7, 2, 8]);
  });

  test('a derived enumeration keeps the values of what it keeps', () => {
    const type = typeOf('t { enum c; enum b; }', 'typedef t { type enumeration { enum a; enum b; enum c; } }');
    expect(type.base === 'enumeration' && [...type.enums.values()].map((e) => [e.name, e.value])).toEqual([
      ['c', 2],
      ['b', 1],
    ]);
  });

  test('bits are in the order of their positions', () => {
    const type = typeOf('bits { bit a { position 5; } bit b { position 1; } bit c; }');
    expect(type.base === 'bits' && [...type.bits.values()].map((b) => [b.name, b.position])).toEqual([
      ['b', 1],
      ['a', 5],
      ['c', 6],
    ]);
  });

  test('a union keeps its members in order', () => {
    const type = typeOf('u;', 'typedef u { type union { type int8; type union { type boolean; type string; } } }');
    expect(type).toMatchObject({
      base: 'union',
      typedef: 'm:u',
      members: [{ base: 'int8' }, { base: 'union', members: [{ base: 'boolean' }, { base: 'string' }] }],
    });
  });

  test.each([
    ['int8 { range "0..200"; }', "'0..200' in range '0..200' is not within what the type allows already (-128..127)"],
    ['int8 { range "5..1"; }', 'must ascend'],
    ['int8 { range "1..3 | 3"; }', "must ascend, which they do not at '3'"],
    ['int8 { range "1.."; }', "range '1..' is malformed at '1..'"],
    ['int8 { range "|1"; }', "is malformed at ''"],
    ['int8 { range "x"; }', "'x' in range 'x' is not a value of the type"],
    ['int8 { length 1; }', 'type int8 takes no length, but range'],
    ['string { length -1; }', 'is not within what the type allows already'],
    ['string { pattern "["; }', "pattern '[' is not a regular expression of XML Schema"],
    ['decimal64;', 'type decimal64 needs at least one fraction-digits statement'],
    ['decimal64 { fraction-digits 1; range 1.25; }', "'1.25' in range '1.25' is not a value of the type"],
    ['enumeration;', 'type enumeration needs at least one enum statement'],
    ['enumeration { enum a; enum a; }', "enum 'a' is already defined in this type"],
    ['enumeration { enum a { value 1; } enum b { value 1; } }', "enum 'b' has the value 1, as 'a' has"],
    ['enumeration { enum a { value 2147483647; } enum b; }', "enum 'b' needs a value of its own"],
    ['bits { bit a { position 4294967295; } bit b; }', "bit 'b' needs a position of its own"],
    ['union;', 'type union needs at least one type statement'],
    ['leafref;', 'type leafref needs at least one path statement'],
    ['identityref;', 'type identityref needs at least one base statement'],
    ['boolean { base x; }', 'type boolean takes no base'],
    ['m:none;', "type 'm:none' is not defined"],
  ])('type %s is refused', (type, expected) => {
    expect(bodyErrors(`leaf x { type ${type} }`).join('\n')).toContain(expected);
  });

  test.each([
    ['typedef a { type b; } typedef b { type a; }', 'typedefs refer to each other in a circle: a -> b -> a'],
    ['typedef a { type union { type a; } }', 'typedefs refer to each other in a circle: a -> a'],
    ['typedef string { type int8; }', "typedef 'string' has the name of a built-in type"],
    [
      'typedef a { type enumeration { enum x; } } leaf b { type a { enum y; } }',
      "enum 'y' is not one of the type that is restricted",
    ],
    [
      'typedef a { type decimal64 { fraction-digits 1; } } leaf b { type a { fraction-digits 1; } }',
      "fraction-digits is fixed by the type 'a'",
    ],
  ])('%j is refused', (body, expected) => {
    expect(bodyErrors(body).join('\n')).toContain(expected);
  });

  test('unions that multiply beyond measure are refused', () => {
    const doubling = Array.from(
      { length: 60 },
      (_, i) => `typedef t${i + 1} { type union { type t${i}; type t${i}; } }`,
    ).join('\n');
    expect(bodyErrors(`typedef t0 { type string; } ${doubling} leaf x { type t60; }`)[0]).toContain(
      'more than 2000 members',
    );
  });

  test('restricting an enumeration needs YANG 1.1', () => {
    const text =
      'module m { namespace urn:m; prefix m; typedef t { type enumeration { enum a; } } leaf x { type t { enum a; } } }';
    expect(errorsOf([text])[0]).toContain("needs 'yang-version 1.1'");
  });
});
