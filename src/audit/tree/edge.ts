/** The right edge of a tree: the hashes of the full subtrees of which it consists. They suffice to append and to know the root. */
import { nodeHash } from './hash.js';
import { foldHashes, type Subtree, subtreesOf } from './subtree.js';

export interface Edge {
  /** Number of leaves. */
  readonly size: number;
  /** As `subtreesOf` the range from 0 to `size`. */
  readonly hashes: readonly Uint8Array[];
}

/** A full subtree with its hash. */
export interface HashedSubtree extends Subtree {
  readonly hash: Uint8Array;
}

export const EMPTY_EDGE: Edge = { size: 0, hashes: [] };

/** Returns the root of the tree. */
export function rootOf({ hashes }: Edge): Uint8Array {
  return foldHashes(hashes);
}

/** Returns the number of hashes that the edge of a tree with this size has. */
export function edgeLength(size: number): number {
  return subtreesOf({ from: 0, to: size }).length;
}

/** Appends a leaf. @param completed called for each full subtree of two or more leaves that the leaf completes */
export function appendLeaf(
  { size, hashes }: Edge,
  leaf: Uint8Array,
  completed?: (subtree: HashedSubtree) => void,
): Edge {
  const left = hashes.slice();
  let hash = leaf;
  let index = size;
  for (let level = 1; index % 2 === 1; level += 1) {
    const neighbour = left.pop();
    if (!neighbour) throw new RangeError(`the edge of a tree of ${size} leaves lacks a hash`);
    hash = nodeHash(neighbour, hash);
    index = (index - 1) / 2;
    completed?.({ level, index, hash });
  }
  left.push(hash);
  return { size: size + 1, hashes: left };
}
