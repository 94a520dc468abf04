/** Merges two selections of one document. */
import type { Entries } from '../entries.js';
import { container, leafList, list, withChildren } from '../nodes.js';
import type { Steps, TimeSlice } from '../time-slice.js';
import type { Children, Data } from '../tree.js';

/** Merges parts of the same document: nodes in both differ only in the amount of content. */
export function* unionChildren(a: Children, b: Children, slice: TimeSlice): Steps<Children> {
  if (a.size === 0 || a === b) return b;
  if (b.size === 0) return a;
  const both = new Map(a);
  for (const [qname, data] of b) {
    const other = a.get(qname);
    both.set(qname, other === undefined ? data : yield* union(other, data, slice));
  }
  return both;
}

export function* union(a: Data, b: Data, slice: TimeSlice): Steps<Data> {
  if (a === b) return a;
  switch (a.kind) {
    case 'container':
      return b.kind === 'container'
        ? container(a.schema, yield* unionChildren(a.children, b.children, slice), a.meta)
        : a;
    case 'list': {
      if (b.kind !== 'list') return a;
      const entries = yield* unionEntries(a.entries, b.entries, slice, function* (x, y) {
        return withChildren(x, yield* unionChildren(x.children, y.children, slice));
      });
      return list(a.schema, entries, a.meta);
    }
    case 'leaf-list': {
      if (b.kind !== 'leaf-list') return a;
      const entries = yield* unionEntries(a.entries, b.entries, slice);
      return leafList(a.schema, entries, a.meta);
    }
    default:
      return a;
  }
}

/** Merges entries; ordered entries get document order after all parts are merged. */
function* unionEntries<T extends { readonly key: string }>(
  a: Entries<T>,
  b: Entries<T>,
  slice: TimeSlice,
  both?: (x: T, y: T) => Steps<T>,
): Steps<Entries<T>> {
  let result = a;
  for (const entry of b) {
    if (slice.due) yield;
    const known = result.get(entry.key);
    if (known === undefined) result = result.set(entry.key, entry);
    else if (both) result = result.set(entry.key, yield* both(known, entry));
  }
  return result;
}
