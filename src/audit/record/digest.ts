/** Digests of inputs. An HMAC: without its key nobody can find out a short input by trying. */
import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';

/** The key of the digests of a node. */
export type DigestKey = Uint8Array;

/** Returns the HMAC-SHA-256 of the canonical form (RFC 8785) of an RFC 7951 value, in hexadecimal digits. */
export function inputDigest(key: DigestKey, value: unknown): string {
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
}
