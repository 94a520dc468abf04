/** The hashes of a Merkle tree (RFC 9162 §2.1.1). */
import { hash as hashOf } from 'node:crypto';

/** Octets of a hash. */
export const HASH_OCTETS = 32;

const LEAF = 0;
const NODE = 1;

/** The root of the tree without leaves. */
export const EMPTY_ROOT: Uint8Array = hashOf('sha256', '', 'buffer');

/** The octets to be hashed, put together in one place: a verifier hashes hundreds of thousands of records a second. */
let scratch = Buffer.alloc(4_096);

/** Returns the hash of a leaf: SHA-256(0x00 ‖ content). */
export function leafHash(content: Uint8Array): Uint8Array {
  const length = content.length + 1;
  if (scratch.length < length) scratch = Buffer.alloc(length);
  scratch[0] = LEAF;
  scratch.set(content, 1);
  return hashOf('sha256', scratch.subarray(0, length), 'buffer');
}

const pair = Buffer.alloc(1 + 2 * HASH_OCTETS, NODE);

/** Returns the hash of an inner node: SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_OCTETS);
  return hashOf('sha256', pair, 'buffer');
}

export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
