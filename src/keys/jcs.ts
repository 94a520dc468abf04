/** JSON in its canonical form (RFC 8785, JCS), of values that every JSON reader takes alike (I-JSON, RFC 7493). */
import { canonicalJson } from '../data/canonical-json.js';
import { isObject } from '../data/index.js';
import { DocumentFault } from './document/fault.js';
import { MOST_DEPTH } from './document/limits.js';

/**
 * Returns the octets that are hashed or signed for a JSON value: its canonical text (RFC 8785) in UTF-8.
 *
 * @throws DocumentFault for what is no I-JSON: half a surrogate pair, a number that is not finite, a value that JSON does not have;
 *   and for a value that is nested deeper than 32
 */
export function jcs(value: unknown): Buffer {
  requirePlain(value, 0);
  return Buffer.from(canonicalJson(value), 'utf8');
}

function requirePlain(value: unknown, depth: number): void {
  if (depth > MOST_DEPTH) throw new DocumentFault(`objects and arrays are nested deeper than ${MOST_DEPTH}`);
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') {
    requireWhole(value);
    return;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new DocumentFault(`${value} is no number of JSON`);
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) requirePlain(item, depth + 1);
    return;
  }
  if (!isObject(value)) throw new DocumentFault(`a value of the type ${typeof value} has no JSON text`);
  for (const [name, member] of Object.entries(value)) {
    requireWhole(name);
    requirePlain(member, depth + 1);
  }
}

/** Half a surrogate pair has no octets in UTF-8 (RFC 7493 §2.1). */
function requireWhole(text: string): void {
  if (/\p{Surrogate}/u.test(text)) throw new DocumentFault('a text has half a surrogate pair, which has no UTF-8');
}
