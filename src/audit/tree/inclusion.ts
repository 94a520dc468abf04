/** Proofs that a leaf is in a tree (RFC 9162 §2.1.3). */
import { isSameHash, nodeHash } from './hash.js';
import { type HashSource, type LeafRange, rangeHashes, splitOf } from './subtree.js';

/**
 * Returns the inclusion proof of a leaf in the tree of the first `size` leaves (RFC 9162 §2.1.3.1).
 *
 * @throws RangeError when the tree has no such leaf
 */
export async function inclusionProof(index: number, size: number, source: HashSource): Promise<readonly Uint8Array[]> {
  if (index < 0 || index >= size) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
  return rangeHashes(inclusionPath(index, { from: 0, to: size }), source);
}

/** Returns the ranges whose hashes the proof consists of, from the leaf upwards. */
function inclusionPath(index: number, { from, to }: LeafRange): readonly LeafRange[] {
  if (to - from === 1) return [];
  const middle = from + splitOf(to - from);
  return index < middle
    ? [...inclusionPath(index, { from, to: middle }), { from: middle, to }]
    : [...inclusionPath(index, { from: middle, to }), { from, to: middle }];
}

/** True when the proof shows that the leaf is in the tree with this root (RFC 9162 §2.1.3.2). @param leaf its hash */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  tree: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (index < 0 || index >= tree.size) return false;
  let [fn, sn] = [index, tree.size - 1];
  let hash = leaf;
  for (const each of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(each, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else {
      hash = nodeHash(hash, each);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && isSameHash(hash, tree.root);
}
