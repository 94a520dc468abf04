/** Entries that are changed when they are looked at: of a long list that is written out there is never a second one. */
import type { LeafListNode, ListNode } from '../../yang/schema.js';
import type { Entries, Placement } from '../entries.js';
import { entriesFrom, mapEntries } from './index.js';

/** Entries up to which a list is changed as a whole. */
const FEW = 64;

/**
 * Like `mapEntries` for a change that leaves every entry its key. A long list is changed entry by entry each time it is gone
 * through, so that one entry is not the same object twice: for what goes through it once and compares no nodes.
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
