/** Entries of ordered-by user lists and of lists without keys, in the order of their placement. */
import type { Entries, Placement } from '../entries.js';
import {
  type BNode,
  build,
  contains,
  EMPTY_NODE,
  firstKey,
  forEach,
  insert,
  lastKey,
  lookup,
  remove,
  sizeOf,
  valuesAfter,
} from './btree.js';
import { initialLabel, LONGEST_LABEL, labelAfter, labelBefore, labelBetween } from './order-label.js';

export interface Placed<T> {
  readonly key: string;
  readonly value: T;
}

interface Trees<T> {
  /** Entry key to order label. */
  readonly labels: BNode<string>;
  /** Order label to entry. */
  readonly order: BNode<Placed<T>>;
}

export class UserEntries<T> implements Entries<T> {
  /** The given entries, until an operation needs the trees: most sequences are only iterated. */
  #given: ReadonlyMap<string, T> | undefined;
  #trees: Trees<T> | undefined;

  private constructor(given: ReadonlyMap<string, T> | undefined, trees: Trees<T> | undefined) {
    this.#given = given;
    this.#trees = trees;
  }

  static given<T>(entries: ReadonlyMap<string, T>): UserEntries<T> {
    return new UserEntries(entries, undefined);
  }
  static of<T>(labels: BNode<string>, order: BNode<Placed<T>>): UserEntries<T> {
    return new UserEntries<T>(undefined, { labels, order });
  }

  get labels(): BNode<string> {
    return this.#made.labels;
  }
  get order(): BNode<Placed<T>> {
    return this.#made.order;
  }
  get size(): number {
    return this.#given?.size ?? sizeOf(this.labels);
  }
  get(key: string): T | undefined {
    if (this.#given !== undefined) return this.#given.get(key);
    const label = lookup(this.labels, key);
    return label === undefined ? undefined : lookup(this.order, label)?.value;
  }
  has(key: string): boolean {
    return this.#given?.has(key) ?? contains(this.labels, key);
  }
  set(key: string, value: T): Entries<T> {
    const label = lookup(this.labels, key);
    if (label === undefined) return this.place(key, value, { at: 'last' });
    if (lookup(this.order, label)?.value === value) return this;
    return UserEntries.of(this.labels, insert(this.order, label, { key, value }));
  }
  delete(key: string): Entries<T> {
    const label = lookup(this.labels, key);
    if (label === undefined) return this;
    return UserEntries.of(remove(this.labels, key), remove(this.order, label));
  }
  /** @throws RangeError when the neighbour does not exist or is the entry itself. */
  place(key: string, value: T, where: Placement): Entries<T> {
    if ('key' in where && (where.key === key || !this.has(where.key)))
      throw new RangeError(`there is no other entry with key ${JSON.stringify(where.key)}`);
    const old = lookup(this.labels, key);
    const order = old === undefined ? this.order : remove(this.order, old);
    const label = this.#labelAt(order, where);
    const placed = UserEntries.of(insert(this.labels, key, label), insert(order, label, { key, value }));
    return label.length > LONGEST_LABEL ? placed.#relabelled() : placed;
  }
  [Symbol.iterator](): IterableIterator<T> {
    return this.#given?.values() ?? this.after(undefined);
  }
  *after(key: string | undefined): IterableIterator<T> {
    const label = key === undefined ? undefined : lookup(this.labels, key);
    if (key !== undefined && label === undefined) return;
    for (const entry of valuesAfter(this.order, label)) yield entry.value;
  }
  /** Returns the key of the entry before `key`, in list order. */
  keyBefore(key: string): string | undefined {
    const label = lookup(this.labels, key);
    const before = label === undefined ? undefined : lastKey(this.order, label);
    return before === undefined ? undefined : lookup(this.order, before)?.key;
  }

  #labelAt(order: BNode<Placed<T>>, where: Placement): string {
    const first = firstKey(order);
    const last = lastKey(order);
    if (first === undefined || last === undefined) return initialLabel(0);
    switch (where.at) {
      case 'first':
        return labelBefore(first);
      case 'last':
        return labelAfter(last);
      default: {
        const neighbour = lookup(this.labels, where.key) ?? first;
        const other = where.at === 'before' ? lastKey(order, neighbour) : firstKey(order, neighbour);
        if (other === undefined) return where.at === 'before' ? labelBefore(neighbour) : labelAfter(neighbour);
        return where.at === 'before' ? labelBetween(other, neighbour) : labelBetween(neighbour, other);
      }
    }
  }
  #relabelled(): UserEntries<T> {
    const entries: Placed<T>[] = [];
    forEach(this.order, (entry) => entries.push(entry));
    const { labels, order } = labelled(entries);
    return UserEntries.of(labels, order);
  }
  get #made(): Trees<T> {
    this.#trees ??= labelled(Array.from(this.#given ?? [], ([key, value]) => ({ key, value })));
    this.#given = undefined;
    return this.#trees;
  }
}

function labelled<T>(entries: readonly Placed<T>[]): Trees<T> {
  const order = entries.map((_, i) => initialLabel(i));
  const byKey = entries
    .map((entry, i) => [entry.key, order[i] as string] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    labels: build(
      byKey.map(([key]) => key),
      byKey.map(([, label]) => label),
    ),
    order: build(order, entries),
  };
}

const EMPTY = UserEntries.of<never>(EMPTY_NODE, EMPTY_NODE);

/** Returns the empty sequence of an ordered-by user list. */
export function userEntries<T>(): Entries<T> {
  return EMPTY as UserEntries<unknown> as UserEntries<T>;
}

/**
 * Returns a sequence of the given items in their order; of items with the same key the last one wins, at the position
 * of the first.
 */
export function userEntriesFrom<T extends { readonly key: string }>(items: readonly T[]): Entries<T> {
  if (items.length === 0) return userEntries();
  const byKey = new Map<string, T>();
  for (const item of items) byKey.set(item.key, item);
  return UserEntries.given(byKey);
}
