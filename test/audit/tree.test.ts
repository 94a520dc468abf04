/** The Merkle tree of RFC 9162: against its recursive definition, and against forgeries. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consistencyProof, isConsistent } from '../../src/audit/tree/consistency.js';
import { appendLeaf, EMPTY_EDGE, edgeLength, rootOf } from '../../src/audit/tree/edge.js';
import { EMPTY_ROOT, leafHash } from '../../src/audit/tree/hash.js';
import { inclusionProof, isIncluded } from '../../src/audit/tree/inclusion.js';
import { type HashSource, rootAt, subtreesOf } from '../../src/audit/tree/subtree.js';

const MOST = 130;

/** MTH of RFC 9162 §2.1.1, word for word. */
function definition(contents: readonly Uint8Array[]): Buffer {
  const hash = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const [only, ...others] = contents;
  if (!only) return hash();
  if (others.length === 0) return hash(Uint8Array.of(0), only);
  let k = 1;
  while (k * 2 < contents.length) k *= 2;
  return hash(Uint8Array.of(1), definition(contents.slice(0, k)), definition(contents.slice(k)));
}

/** Appends leaves one by one; keeps the hashes of full subtrees as the log does. */
function grown(contents: readonly Uint8Array[]) {
  const kept = new Map<string, Uint8Array>();
  let edge = EMPTY_EDGE;
  for (const content of contents) {
    const leaf = leafHash(content);
    kept.set(`0 ${edge.size}`, leaf);
    edge = appendLeaf(edge, leaf, ({ level, index, hash }) => void kept.set(`${level} ${index}`, hash));
  }
  const source: HashSource = async (subtrees) =>
    subtrees.map(({ level, index }) => {
      const hash = kept.get(`${level} ${index}`);
      if (!hash) throw new Error(`no full subtree at level ${level}, ${index}`);
      return hash;
    });
  return { edge, source };
}

const contents = (size: number) => Array.from({ length: size }, (_, index) => Buffer.from(`record ${index}`));
const everything = grown(contents(MOST));
const rootOfSize = (size: number) => definition(contents(size));
const sizes = fc.integer({ min: 1, max: MOST });

/** A size, and one that is not above it. */
const pairs = sizes.chain((size) => fc.tuple(fc.integer({ min: 1, max: size }), fc.constant(size)));

describe('the edge of a tree', () => {
  it('has the root of the definition at every size', () => {
    expect(rootOf(EMPTY_EDGE)).toEqual(EMPTY_ROOT);
    for (let size = 0; size <= MOST; size += 1) {
      const { edge } = grown(contents(size));
      expect(Buffer.from(rootOf(edge)).equals(rootOfSize(size))).toBe(true);
      expect(edge.hashes).toHaveLength(edgeLength(size));
    }
  });

  it('consists of full subtrees, also beyond 32 bits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (size) => {
        const subtrees = subtreesOf({ from: 0, to: size });
        let at = 0;
        for (const { level, index } of subtrees) {
          expect(index * 2 ** level).toBe(at);
          at += 2 ** level;
        }
        expect(at).toBe(size);
        expect(subtrees.map(({ level }) => level)).toEqual(subtrees.map(({ level }) => level).sort((a, b) => b - a));
      }),
    );
  });

  it('refuses a leaf when a hash is missing', () => {
    expect(() => appendLeaf({ size: 1, hashes: [] }, EMPTY_ROOT)).toThrow('lacks a hash');
  });

  it('of an earlier size is found by the stored hashes', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        expect(rootOfSize(size).equals(await rootAt(size, everything.source))).toBe(true);
      }),
    );
  });
});

describe('an inclusion proof', () => {
  it('shows every leaf in every tree, and no other leaf, place, size or root', async () => {
    const leaves = sizes.chain((size) => fc.tuple(fc.integer({ min: 0, max: size - 1 }), fc.constant(size)));
    await fc.assert(
      fc.asyncProperty(leaves, fc.integer({ min: 0, max: 9 }), async ([index, size], at) => {
        const proof = await inclusionProof(index, size, everything.source);
        const leaf = leafHash(Buffer.from(`record ${index}`));
        const tree = { size, root: rootOfSize(size) };
        expect(isIncluded(leaf, index, tree, proof)).toBe(true);
        expect(isIncluded(leafHash(Buffer.from('forged')), index, tree, proof)).toBe(false);
        expect(isIncluded(leaf, index + 1, tree, proof)).toBe(false);
        expect(isIncluded(leaf, index, { ...tree, root: EMPTY_ROOT }, proof)).toBe(false);
        expect(isIncluded(leaf, index, tree, [...proof, EMPTY_ROOT])).toBe(false);
        if (proof.length > 0) {
          expect(isIncluded(leaf, index, tree, proof.slice(1))).toBe(false);
          const changed = proof.with(at % proof.length, EMPTY_ROOT);
          expect(isIncluded(leaf, index, tree, changed)).toBe(false);
        }
      }),
    );
  });

  it('is refused for a leaf that the tree has not', async () => {
    await expect(inclusionProof(3, 3, everything.source)).rejects.toThrow('no leaf 3');
  });
});

describe('a consistency proof', () => {
  it('leads from every size to every later one, and from no other tree', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, fc.integer({ min: 0, max: 9 }), async ([from, to], at) => {
        const proof = await consistencyProof(from, to, everything.source);
        const [earlier, later] = [from, to].map((size) => ({ size, root: rootOfSize(size) }));
        expect(isConsistent(earlier!, later!, proof)).toBe(true);
        expect(isConsistent({ ...earlier!, root: leafHash(EMPTY_ROOT) }, later!, proof)).toBe(false);
        expect(isConsistent(earlier!, { ...later!, root: leafHash(EMPTY_ROOT) }, proof)).toBe(false);
        expect(isConsistent(earlier!, later!, [...proof, EMPTY_ROOT])).toBe(false);
        if (proof.length > 0) {
          expect(isConsistent(earlier!, later!, proof.with(at % proof.length, EMPTY_ROOT))).toBe(false);
          expect(isConsistent(earlier!, later!, proof.slice(0, -1))).toBe(false);
        }
      }),
    );
  });

  it('is refused for a tree that is not earlier', async () => {
    await expect(consistencyProof(4, 3, everything.source)).rejects.toThrow('from 4 to 3');
    await expect(consistencyProof(0, 3, everything.source)).rejects.toThrow('from 0 to 3');
  });

  it('does not lead back', () => {
    const [small, large] = [3, 4].map((size) => ({ size, root: rootOfSize(size) }));
    expect(isConsistent(large!, small!, [])).toBe(false);
  });
});
