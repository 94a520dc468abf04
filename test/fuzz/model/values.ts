/** Values that a type allows: out of a pool of likely ones, those it accepts. */
import { parseJsonValue, ValueFault } from '../../../src/data/index.js';
import { canonical, type LeafValue, type Schema, type Type } from '../../../src/yang/index.js';
import { PATTERNS } from './types.js';

const STRINGS = [
  '',
  'a',
  'b',
  'ab',
  'abc',
  'é😀',
  'x y',
  "it's",
  '<&>"',
  'a-long-one',
  ' a ',
  'a\tb\nc',
  'constructor',
  '__proto__',
];

const cache = new WeakMap<Type, readonly LeafValue[]>();

/** Different canonical values of the type, a dozen or so; for instance-identifiers none that need exist. */
export function valuesOf(type: Type, schema: Schema, module: string): readonly LeafValue[] {
  const known = cache.get(type);
  if (known) return known;
  const found = new Map<string, LeafValue>();
  for (const candidate of candidates(type)) {
    const value = parseJsonValue(type, candidate, { schema, module });
    if (!(value instanceof ValueFault)) found.set(canonical(value), value);
  }
  const values = [...found.values()];
  cache.set(type, values);
  return values;
}

function candidates(type: Type): readonly unknown[] {
  switch (type.base) {
    case 'string':
      return [...STRINGS, ...PATTERNS.flatMap(([, samples]) => samples), '1234', 'xxx'];
    case 'binary':
      return ['', 'AA==', 'AAE=', 'qqqq', 'AAAAAA=='];
    case 'boolean':
      return [true, false];
    case 'empty':
      return [[null]];
    case 'enumeration':
      return [...type.enums.keys()];
    case 'bits': {
      const names = [...type.bits.keys()];
      return ['', ...names, names.join(' ')];
    }
    case 'identityref':
      return [...type.identities.keys()];
    case 'instance-identifier':
      return ['/m:top'];
    case 'leafref':
      return candidates(type.target);
    case 'union':
      return type.members.flatMap(candidates);
    case 'decimal64':
      return ['-1.5', '0.0', '0.1', '7.5', '8.0', '-0.3'];
    case 'int64':
    case 'uint64':
      return [...bounds(type), 0n, 7n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n, -(2n ** 63n)].map(String);
    default:
      return [...bounds(type), 0n, 1n, 7n, -1n, 127n, -128n, 255n, 65535n, 4294967295n].map(Number);
  }
}

function bounds(type: Type): readonly bigint[] {
  if (!('ranges' in type)) return [];
  return type.ranges.flatMap(({ intervals }) => intervals.flatMap(({ min, max }) => [min, max, (min + max) / 2n]));
}
