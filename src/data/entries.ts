/**
 * The persistent keyed sequence of lists and leaf-lists: a change returns a new sequence that shares all but O(log n) of the
 * old one. Iteration is in list order (ordered-by system: ascending key; user: as placed).
 */
export interface Entries<T> {
  readonly size: number;
  get(key: string): T | undefined;
  has(key: string): boolean;
  /** Replaces the entry in place, or adds it: by key order (system) or at the end (user). */
  set(key: string, value: T): Entries<T>;
  delete(key: string): Entries<T>;
  /** Puts or moves the entry first, last, or next to the entry `key`; only for ordered-by user. */
  place(key: string, value: T, where: Placement): Entries<T>;
  [Symbol.iterator](): IterableIterator<T>;
  /** Returns the entries after `key` in list order (from the start when undefined), to read a long list page by page. */
  after(key: string | undefined): IterableIterator<T>;
}

export type Placement = { readonly at: 'first' | 'last' } | { readonly at: 'before' | 'after'; readonly key: string };
