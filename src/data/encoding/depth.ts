/** Cuts subtrees at a depth (RFC 8040 §4.8.2; max-depth of RFC 8526 §3.1). */
import { list, NO_CHILDREN, withChildren } from '../nodes.js';
import type { Children, Data, ListEntry } from '../tree.js';
import { keysOf } from './content.js';
import { type MapEntries, mapChildren } from './map-children.js';

/** Returns the children down to `depth` levels. With 1, containers are empty and entries have only their keys. */
export function limitDepth(children: Children, depth: number, map: MapEntries): Children {
  if (depth < 1) return NO_CHILDREN;
  return mapChildren(children, (data) => cut(data, depth, map));
}

function cut(data: Data, depth: number, map: MapEntries): Data {
  switch (data.kind) {
    case 'container':
      return withChildren(data, limitDepth(data.children, depth - 1, map));
    case 'list': {
      const entries = map(data.schema, data.entries, (entry) => cutEntry(entry, depth, map));
      return entries === data.entries ? data : list(data.schema, entries, data.meta);
    }
    default:
      return data;
  }
}

function cutEntry(entry: ListEntry, depth: number, map: MapEntries): ListEntry {
  return withChildren(
    entry,
    depth <= 1 ? keysOf(entry.schema, entry.children) : limitDepth(entry.children, depth - 1, map),
  );
}
