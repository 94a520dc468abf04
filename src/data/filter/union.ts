/** Two selections of one document in one. */
import { keepsOrder } from '../entries/index.js';
import type { Entries } from '../entries.js';
import { container, leafList, list, withChildren } from '../nodes.js';
import type { Children, Data } from '../tree.js';

/** Both are parts of the same document, so that what both hold differs only in how much of it is there. */
export function unionChildren(a: Children, b: Children): Children {
  if (a.size === 0 || a === b) return b;
  if (b.size === 0) return a;
  const both = new Map(a);
  for (const [qname, data] of b) {
    const other = a.get(qname);
    both.set(qname, other === undefined ? data : union(other, data));
  }
  return both;
}

function union(a: Data, b: Data): Data {
  if (a === b) return a;
  switch (a.kind) {
    case 'container':
      return b.kind === 'container' ? container(a.schema, unionChildren(a.children, b.children), a.meta) : a;
    case 'list':
      return b.kind === 'list'
        ? list(
            a.schema,
            unionEntries(a.entries, b.entries, keepsOrder(a.schema), (x, y) =>
              withChildren(x, unionChildren(x.children, y.children)),
            ),
            a.meta,
          )
        : a;
    case 'leaf-list':
      return b.kind === 'leaf-list'
        ? leafList(
            a.schema,
            unionEntries(a.entries, b.entries, keepsOrder(a.schema), (x) => x),
            a.meta,
          )
        : a;
    default:
      return a;
  }
}

/** In ordered sequences an entry that only `b` has goes behind the one before it in `b`: parts selected apart keep the document's order as far as it shows. */
function unionEntries<T extends { readonly key: string }>(
  a: Entries<T>,
  b: Entries<T>,
  ordered: boolean,
  both: (x: T, y: T) => T,
): Entries<T> {
  let result = a;
  let previous: string | undefined;
  for (const entry of b) {
    const known = result.get(entry.key);
    if (known !== undefined) result = result.set(entry.key, both(known, entry));
    else if (!ordered || result.size === 0) result = result.set(entry.key, entry);
    else
      result = result.place(entry.key, entry, previous === undefined ? { at: 'last' } : { at: 'after', key: previous });
    previous = entry.key;
  }
  return result;
}
