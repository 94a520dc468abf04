/** Integers and decimal64 (RFC 7950 §9.2, §9.3). */
import type { IntegerBase, Interval, IntervalRestriction } from './types.js';

export const INTEGER_BOUNDS: Readonly<Record<IntegerBase, Interval>> = {
  int8: signed(8),
  int16: signed(16),
  int32: signed(32),
  int64: signed(64),
  uint8: unsigned(8),
  uint16: unsigned(16),
  uint32: unsigned(32),
  uint64: unsigned(64),
};

/** decimal64 is a 64-bit integer of units of 10^-fraction-digits. */
export const DECIMAL64_BOUNDS: Interval = signed(64);

/** Lengths of strings and binaries. */
export const LENGTH_BOUNDS: Interval = unsigned(64);

function signed(bits: number): Interval {
  const half = 1n << BigInt(bits - 1);
  return { min: -half, max: half - 1n };
}

function unsigned(bits: number): Interval {
  return { min: 0n, max: (1n << BigInt(bits)) - 1n };
}

/** Maximum length of an integer in YANG: BigInt never parses a longer text. */
const MAX_DIGITS = 64;

/** Reads a decimal integer. */
export function readInteger(text: string): bigint | undefined {
  return text.length <= MAX_DIGITS && /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
}

/** Reads an integer of a default in a schema: decimal, hexadecimal (0x) or octal (0) (RFC 7950 §9.2.1). */
export function readSchemaInteger(text: string): bigint | undefined {
  const match = /^([+-]?)(0x[0-9a-fA-F]+|0[0-7]+)$/.exec(text);
  if (!match || text.length > MAX_DIGITS) return readInteger(text);
  const digits = match[2] ?? '';
  const value = BigInt(digits.startsWith('0x') ? digits : `0o${digits}`);
  return match[1] === '-' ? -value : value;
}

/** Reads a decimal number in units of 10^-fractionDigits; undefined when it has more digits after the point. */
export function readDecimal(text: string, fractionDigits: number): bigint | undefined {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match || text.length > MAX_DIGITS) return undefined;
  const [, sign, whole = '', written = ''] = match;
  const fraction = written.replace(/0+$/, '');
  if (fraction.length > fractionDigits) return undefined;
  const units = BigInt(whole + fraction.padEnd(fractionDigits, '0'));
  return sign === '-' ? -units : units;
}

/** Formats the canonical form: at least one digit after the point, without further trailing zeros (RFC 7950 §9.3.2). */
export function formatDecimal(units: bigint, fractionDigits: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(fractionDigits + 1, '0');
  const whole = digits.slice(0, digits.length - fractionDigits);
  const fraction = digits.slice(digits.length - fractionDigits).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}.${fraction || '0'}`;
}

/** True when the value lies in one of the intervals of every restriction. */
export function satisfies(value: bigint, restrictions: readonly IntervalRestriction[]): boolean {
  return restrictions.every((r) => r.intervals.some((i) => i.min <= value && value <= i.max));
}
