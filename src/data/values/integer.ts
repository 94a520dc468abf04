/** Integers (RFC 7950 §9.2): decimal text; JSON numbers up to 32 bits, JSON strings at 64 bits. */
import type { LeafValue } from '../../yang/schema.js';
import type { IntegerBase, IntegerType, Interval } from '../../yang/types.js';
import { quoted, ValueFault } from './fault.js';
import { typeName, type ValueParser, wrongJsonType } from './parser.js';
import { checkBigint, checkNumber } from './restrictions.js';

const BUILT_IN: Readonly<Record<IntegerBase, Interval>> = {
  int8: { min: -0x80n, max: 0x7fn },
  int16: { min: -0x8000n, max: 0x7fffn },
  int32: { min: -0x8000_0000n, max: 0x7fff_ffffn },
  int64: { min: -0x8000_0000_0000_0000n, max: 0x7fff_ffff_ffff_ffffn },
  uint8: { min: 0n, max: 0xffn },
  uint16: { min: 0n, max: 0xffffn },
  uint32: { min: 0n, max: 0xffff_ffffn },
  uint64: { min: 0n, max: 0xffff_ffff_ffff_ffffn },
};

/** Instance data allow decimal numbers only; hexadecimal and octal are for defaults in modules (RFC 7950 §9.2.1). */
const DECIMAL = /^[+-]?\d+$/;
/** Maximum length of a 64-bit integer, with spare leading zeros: BigInt never parses megabytes. */
const LONGEST = 80;

export function integerParser(type: IntegerType): ValueParser {
  return type.base === 'int64' || type.base === 'uint64' ? wideParser(type) : narrowParser(type);
}

function narrowParser(type: IntegerType): ValueParser {
  const { min, max } = BUILT_IN[type.base];
  const [low, high] = [Number(min), Number(max)];
  const restricted = type.ranges.length === 0 ? undefined : checkNumber(type.ranges, 'the value');
  const check = (value: number): LeafValue | ValueFault => {
    if (value < low || value > high) return outOfBase(type, String(value), min, max);
    return restricted?.(value) ?? value;
  };
  return {
    lexical: (text) => {
      const trimmed = text.trim();
      // The double is exact for every value of the type.
      return DECIMAL.test(trimmed) ? check(Number(trimmed) + 0) : notAnInteger(type, text);
    },
    json: (value) => {
      if (typeof value !== 'number') return wrongJsonType(type, 'number', value);
      // Adding zero turns -0 into 0.
      return Number.isInteger(value) ? check(value + 0) : notAnInteger(type, String(value));
    },
    hasNames: false,
  };
}

function wideParser(type: IntegerType): ValueParser {
  const { min, max } = BUILT_IN[type.base];
  const restricted = checkBigint(type.ranges);
  const check = (value: bigint): LeafValue | ValueFault => {
    if (value < min || value > max) return outOfBase(type, String(value), min, max);
    return restricted(value) ?? String(value);
  };
  return {
    lexical: (text) => {
      const value = toBigint(text);
      return value === undefined ? notAnInteger(type, text) : check(value);
    },
    json: (value) => {
      if (typeof value !== 'string') return wrongJsonType(type, 'string', value);
      return DECIMAL.test(value) && value.length <= LONGEST
        ? check(BigInt(value.replace('+', '')))
        : notAnInteger(type, value);
    },
    hasNames: false,
  };
}

function toBigint(text: string): bigint | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST || !DECIMAL.test(trimmed)) return undefined;
  return BigInt(trimmed.charCodeAt(0) === 0x2b ? trimmed.slice(1) : trimmed);
}

function notAnInteger(type: IntegerType, text: string): ValueFault {
  return new ValueFault(`${quoted(text)} is not an integer, as type ${typeName(type)} wants`);
}

function outOfBase(type: IntegerType, value: string, min: bigint, max: bigint): ValueFault {
  return new ValueFault(`${value} does not fit ${type.base}: ${min}..${max}`);
}
