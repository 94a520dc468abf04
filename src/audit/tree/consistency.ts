/** Proofs that a tree begins with the leaves of an earlier one (RFC 9162 §2.1.4). */
import { isSameHash, nodeHash } from './hash.js';
import { type HashSource, type LeafRange, rangeHashes, splitOf } from './subtree.js';

interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * Returns the proof that the tree of the first `to` leaves begins with that of the first `from` (RFC 9162 §2.1.4.1). It is empty for
 * two equal sizes.
 *
 * @throws RangeError unless 0 < from <= to
 */
export async function consistencyProof(from: number, to: number, source: HashSource): Promise<readonly Uint8Array[]> {
  if (from < 1 || from > to)
    throw new RangeError(`a proof leads from a size of at least 1 to one not below it, not from ${from} to ${to}`);
  return rangeHashes(consistencyPath(from, { from: 0, to }, true), source);
}

/** @param whole true when the earlier root, which the reader has, is the hash of the range (RFC 9162: b) */
function consistencyPath(size: number, { from, to }: LeafRange, whole: boolean): readonly LeafRange[] {
  if (size === to) return whole ? [] : [{ from, to }];
  const middle = from + splitOf(to - from);
  return size <= middle
    ? [...consistencyPath(size, { from, to: middle }, whole), { from: middle, to }]
    : [...consistencyPath(size, { from: middle, to }, false), { from, to: middle }];
}

/** True when the proof shows that the later tree begins with the earlier one (RFC 9162 §2.1.4.2). */
export function isConsistent(earlier: Tree, later: Tree, proof: readonly Uint8Array[]): boolean {
  if (earlier.size < 1 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && isSameHash(earlier.root, later.root);
  let [fn, sn] = [earlier.size - 1, later.size - 1];
  while (fn % 2 === 1) [fn, sn] = [(fn - 1) / 2, Math.floor(sn / 2)];
  // For a power of two, the earlier root itself is the first node.
  const [first, ...rest] = fn === 0 ? [earlier.root, ...proof] : proof;
  if (!first) return false;
  let [before, after] = [first, first];
  for (const each of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      before = nodeHash(each, before);
      after = nodeHash(each, after);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else {
      after = nodeHash(after, each);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && isSameHash(before, earlier.root) && isSameHash(after, later.root);
}
