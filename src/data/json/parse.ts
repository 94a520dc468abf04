/** JSON text to values, exactly: what JSON.parse would lose in silence is an error here. */
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, refuseTooBig } from '../xml/parse.js';
import { readStrictly } from './strict.js';
import { endOfString } from './string-end.js';

export interface JsonLimits {
  /** Objects and arrays within one another; 200 unless told. */
  readonly maxDepth?: number;
  /** Size of the text in UTF-8 bytes; 64 MiB unless told. */
  readonly maxBytes?: number;
}

/**
 * Parses one JSON text (RFC 8259, with the limits of I-JSON, RFC 7493).
 *
 * @throws RpcError `malformed-message` with line and column: bad syntax, a member named twice, too deep nesting;
 * `invalid-value`: a number that a double cannot hold (an integer beyond 2^53, an overflow): RFC 7951 §6.1 has 64-bit numbers as strings;
 * `too-big` when the text is longer than `maxBytes`.
 */
export function parseJson(text: string, limits: JsonLimits = {}): unknown {
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  refuseTooBig(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  const members = countMembers(text, maxDepth);
  if (members !== undefined) {
    try {
      const value: unknown = JSON.parse(text);
      // JSON.parse keeps one of several members of the same name: then the text has more colons than the value has members.
      if (membersOf(value) === members) return value;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  // Slower, but exact, and able to say where the fault is.
  return readStrictly(text, maxDepth);
}

const QUOTE = 0x22;
/** Most digits that fit a double exactly whatever they are. */
const SAFE_DIGITS = 15;

/**
 * One pass over the text without parsing it: the number of colons outside strings, or undefined where JSON.parse may not be
 * trusted with the text (deep nesting; long or exponential numbers, which it rounds).
 */
function countMembers(text: string, maxDepth: number): number | undefined {
  let members = 0;
  let depth = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      if (digits > SAFE_DIGITS) return undefined;
      continue;
    }
    if (code === QUOTE) {
      i = endOfString(text, i + 1);
      if (i < 0) return undefined;
    } else if (code === 0x3a) members += 1;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return undefined;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if ((code === 0x45 || code === 0x65) && digits > 0) return undefined;
    digits = 0;
  }
  return members;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += membersOf(item);
    return count;
  }
  const values = Object.values(value);
  count = values.length;
  for (const item of values) if (typeof item === 'object') count += membersOf(item);
  return count;
}
