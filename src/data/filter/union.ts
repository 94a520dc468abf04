/** Two selections of one document in one. */
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
            unionEntries(a.entries, b.entries, (x, y) => withChildren(x, unionChildren(x.children, y.children))),
            a.meta,
          )
        : a;
    case 'leaf-list':
      return b.kind === 'leaf-list'
        ? leafList(
            a.schema,
            unionEntries(a.entries, b.entries, (x) => x),
            a.meta,
          )
        : a;
    default:
      return a;
  }
}

/** Entries that keep an order are brought into that of the document when all parts are together. */
function unionEntries<T extends { readonly key: string }>(
  a: Entries<T>,
  b: Entries<T>,
  both: (x: T, y: T) => T,
): Entries<T> {
  let result = a;
  for (const entry of b) {
    const known = result.get(entry.key);
    result = result.set(entry.key, known === undefined ? entry : both(known, entry));
  }
  return result;
}
