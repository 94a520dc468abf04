/** Parses JSON text exactly: losses that JSON.parse ignores are errors here. */
import { AT_ONCE, type TimeSlice } from '../time-slice.js';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, refuseTooBig } from '../xml/limits.js';
import { readQuickly } from './quick.js';
import { readInTurns, readStrictly } from './strict.js';

export interface JsonLimits {
  /** Nesting of objects and arrays. Default: 200. */
  readonly maxDepth?: number;
  /** Size of the text in UTF-8 bytes. Default: 64 MiB. */
  readonly maxBytes?: number;
}

/**
 * Parses one JSON text (RFC 8259, with the limits of I-JSON, RFC 7493).
 *
 * @throws RpcError `malformed-message` with line and column: bad syntax, a duplicate member, too deep nesting;
 * `invalid-value`: a number that does not fit a double (an integer beyond 2^53, an overflow); RFC 7951 §6.1 encodes
 * 64-bit numbers as strings; `too-big` when the text is longer than `maxBytes`.
 */
export function parseJson(text: string, limits: JsonLimits = {}): unknown {
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  refuseTooBig(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  const quick = readQuickly(text, maxDepth);
  // The strict reader is slower, but exact, and finds the position of a fault.
  return quick === undefined ? readStrictly(text, maxDepth) : quick.value;
}

/**
 * Parses as `parseJson`; a long text in slices of a few milliseconds, so that other work is not blocked.
 *
 * @throws RpcError as `parseJson`; the abort reason when the signal of `slice` is aborted
 */
export async function parseJsonInTurns(text: string, limits: JsonLimits, slice: TimeSlice): Promise<unknown> {
  if (text.length <= AT_ONCE) return parseJson(text, limits);
  refuseTooBig(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  return readInTurns(text, limits.maxDepth ?? DEFAULT_MAX_DEPTH, slice);
}
