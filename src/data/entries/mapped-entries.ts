/** Entries that are changed when they are read: a long list is encoded without a second copy in memory. */
import type { LeafListNode, ListNode } from '../../yang/schema.js';
import type { Entries, Placement } from '../entries.js';
import { entriesFrom, mapEntries } from './index.js';

/** Maximum size of a list that is changed as a whole. */
const FEW = 64;

/**
 * Works as `mapEntries` for a change that keeps each key. A long list is changed at each reading, so an entry is a new
 * object each time: only for callers that read once and do not compare nodes by identity.
 */
export function mapEntriesLater<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  entries: Entries<T>,
  change: (entry: T) => T,
): Entries<T> {
  return entries.size <= FEW ? mapEntries(schema, entries, change) : new MappedEntries(schema, entries, change);
}

class MappedEntries<T extends { readonly key: string }> implements Entries<T> {
  constructor(
    private readonly schema: ListNode | LeafListNode,
    private readonly inner: Entries<T>,
    private readonly mapped: (entry: T) => T,
  ) {}

  get size(): number {
    return this.inner.size;
  }
  get(key: string): T | undefined {
    const entry = this.inner.get(key);
    return entry === undefined ? undefined : this.mapped(entry);
  }
  has(key: string): boolean {
    return this.inner.has(key);
  }
  set(key: string, value: T): Entries<T> {
    return this.#made().set(key, value);
  }
  delete(key: string): Entries<T> {
    return this.#made().delete(key);
  }
  place(key: string, value: T, where: Placement): Entries<T> {
    return this.#made().place(key, value, where);
  }
  *[Symbol.iterator](): IterableIterator<T> {
    for (const entry of this.inner) yield this.mapped(entry);
  }
  *after(key: string | undefined): IterableIterator<T> {
    for (const entry of this.inner.after(key)) yield this.mapped(entry);
  }

  #made(): Entries<T> {
    return entriesFrom(this.schema, [...this]);
  }
}
