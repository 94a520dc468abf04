/** decimal64 (RFC 7950 §9.3), held exactly as an integer of its smallest unit. */
import type { Decimal64Type } from '../../yang/types.js';
import { quoted, ValueFault } from './fault.js';
import { stringForm, typeName, type ValueParser } from './parser.js';
import { checkBigint } from './restrictions.js';

const LEXICAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;
const MAX = 0x7fff_ffff_ffff_ffffn;
const MIN = -0x8000_0000_0000_0000n;
const LONGEST = 80;

export function decimal64Parser(type: Decimal64Type): ValueParser {
  const digits = type.fractionDigits;
  const show = (units: bigint): string => formatDecimal64(units, digits);
  const restricted = checkBigint(type.ranges, show);
  return stringForm(type, (text) => {
    const [, sign, whole = '', fraction = ''] = (text.length <= LONGEST && LEXICAL.exec(text.trim())) || [];
    if (sign === undefined)
      return new ValueFault(`${quoted(text)} is not a decimal number, as type ${typeName(type)} wants`);
    const significant = fraction.replace(/0+$/, '');
    if (significant.length > digits) {
      return new ValueFault(`${quoted(text)} has more than the ${digits} fraction digits of type ${typeName(type)}`);
    }
    const magnitude = BigInt(whole + significant.padEnd(digits, '0'));
    const units = sign === '-' ? -magnitude : magnitude;
    if (units < MIN || units > MAX)
      return new ValueFault(`${quoted(text)} does not fit decimal64: ${show(MIN)}..${show(MAX)}`);
    return restricted(units) ?? show(units);
  });
}

/** Formats the canonical form (RFC 7950 §9.3.2): a digit on both sides of the point, no other leading or trailing zeros. */
function formatDecimal64(units: bigint, fractionDigits: number): string {
  const magnitude = String(units < 0n ? -units : units).padStart(fractionDigits + 1, '0');
  const whole = magnitude.slice(0, -fractionDigits);
  const fraction = magnitude.slice(-fractionDigits).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}.${fraction === '' ? '0' : fraction}`;
}
