/** Full subtrees: those with 2^level leaves that begin at a multiple of that number. All proofs are made of their hashes. */
import { EMPTY_ROOT, nodeHash } from './hash.js';

/** The address of a full subtree: it has the leaves from `index * 2^level` on. */
export interface Subtree {
  /** 0 for a leaf. */
  readonly level: number;
  readonly index: number;
}

/** Leaves from `from` up to, but without, `to`. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** Gives the hashes of full subtrees, in the order of their addresses. */
export type HashSource = (subtrees: readonly Subtree[]) => Promise<readonly Uint8Array[]>;

/** Returns the full subtrees of which a range consists, from left to right. The numbers may exceed 32 bits. */
export function subtreesOf({ from, to }: LeafRange): readonly Subtree[] {
  const found: Subtree[] = [];
  let at = from;
  while (at < to) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** Returns the hash of the leaves of which these are the full subtrees, from left to right. */
export function foldHashes(hashes: readonly Uint8Array[]): Uint8Array {
  return (
    hashes.reduceRight<Uint8Array | undefined>((right, left) => (right ? nodeHash(left, right) : left), undefined) ??
    EMPTY_ROOT
  );
}

/** Returns the hash of each range (RFC 9162 §2.1.1: MTH), which begins at a multiple of a power of two that is not below its length. */
export async function rangeHashes(ranges: readonly LeafRange[], source: HashSource): Promise<readonly Uint8Array[]> {
  const parts = ranges.map(subtreesOf);
  const hashes = await source(parts.flat());
  let at = 0;
  return parts.map(({ length }) => {
    at += length;
    return foldHashes(hashes.slice(at - length, at));
  });
}

/** Returns the root of the tree of the first leaves. */
export async function rootAt(size: number, source: HashSource): Promise<Uint8Array> {
  return foldHashes(await source(subtreesOf({ from: 0, to: size })));
}

/** Returns the largest power of two below the number of leaves, where RFC 9162 splits a tree. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
