/** Entries of ordered-by system lists: in ascending order of key strings. */
import type { Entries } from '../entries.js';
import { type BNode, build, contains, EMPTY_NODE, insert, lookup, remove, sizeOf, valuesAfter } from './btree.js';

export class SystemEntries<T> implements Entries<T> {
  constructor(readonly root: BNode<T>) {}

  get size(): number {
    return sizeOf(this.root);
  }
  get(key: string): T | undefined {
    return lookup(this.root, key);
  }
  has(key: string): boolean {
    return contains(this.root, key);
  }
  set(key: string, value: T): Entries<T> {
    return this.#with(insert(this.root, key, value));
  }
  delete(key: string): Entries<T> {
    return this.#with(remove(this.root, key));
  }
  place(key: string, value: T): Entries<T> {
    return this.set(key, value);
  }
  [Symbol.iterator](): IterableIterator<T> {
    // Most lists fit in one node, whose array iterates faster than a generator.
    return this.root.leaf ? this.root.values[Symbol.iterator]() : valuesAfter(this.root, undefined);
  }
  after(key: string | undefined): IterableIterator<T> {
    return valuesAfter(this.root, key);
  }
  #with(root: BNode<T>): Entries<T> {
    return root === this.root ? this : new SystemEntries(root);
  }
}

const EMPTY = new SystemEntries<never>(EMPTY_NODE);

/** Returns the empty sequence of an ordered-by system list. */
export function systemEntries<T>(): Entries<T> {
  return EMPTY as SystemEntries<unknown> as SystemEntries<T>;
}

/** Returns a sequence of the given items, in any order; of items with the same key the last one wins. */
export function systemEntriesFrom<T extends { readonly key: string }>(items: readonly T[]): Entries<T> {
  if (items.length === 0) return systemEntries();
  const sorted = isAscending(items)
    ? items
    : withoutRepetition(items.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
  return new SystemEntries(
    build(
      sorted.map((item) => item.key),
      sorted,
    ),
  );
}

function isAscending(items: readonly { readonly key: string }[]): boolean {
  for (let i = 1; i < items.length; i += 1) if ((items[i - 1]?.key ?? '') >= (items[i]?.key ?? '')) return false;
  return true;
}

function withoutRepetition<T extends { readonly key: string }>(sorted: readonly T[]): readonly T[] {
  return sorted.filter((item, i) => item.key !== sorted[i + 1]?.key);
}
