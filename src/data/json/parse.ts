/** JSON text to values, exactly: what JSON.parse would lose in silence is an error here. */
import { AT_ONCE, type TimeSlice } from '../time-slice.js';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, refuseTooBig } from '../xml/limits.js';
import { readQuickly } from './quick.js';
import { readInTurns, readStrictly } from './strict.js';

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
  const quick = readQuickly(text, maxDepth);
  // The other is slower, but exact, and able to say where the fault is.
  return quick === undefined ? readStrictly(text, maxDepth) : quick.value;
}

/**
 * The same without keeping others waiting: a long text is read in slices of a few milliseconds.
 *
 * @throws RpcError as `parseJson`; the reason of the turns' signal when that is aborted
 */
export async function parseJsonInTurns(text: string, limits: JsonLimits, slice: TimeSlice): Promise<unknown> {
  if (text.length <= AT_ONCE) return parseJson(text, limits);
  refuseTooBig(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  return readInTurns(text, limits.maxDepth ?? DEFAULT_MAX_DEPTH, slice);
}
