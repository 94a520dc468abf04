/** The edit marks of nodes: an edit Tree has them, stored data must not. */
import { mapChildren } from '../encoding/map-children.js';
import { mapEntries } from '../entries/index.js';
import { container, leafList, list, withChildren } from '../nodes.js';
import type { Children, Data, LeafListItem, ListEntry, Metadata } from '../tree.js';

/** Returns the part of the metadata that is stored: the annotations. */
export function storedMeta(meta: Metadata | undefined): Metadata | undefined {
  if (meta === undefined) return undefined;
  if (meta.operation === undefined && meta.insert === undefined && meta.isDefault === undefined) return meta;
  return meta.annotations === undefined ? undefined : { annotations: meta.annotations };
}

/** True when the node or a descendant has an operation, an insertion or a default mark. */
export function isMarked(data: Data | ListEntry | LeafListItem): boolean {
  if (data.meta !== undefined && storedMeta(data.meta) !== data.meta) return true;
  switch (data.kind) {
    case 'container':
    case 'entry':
      for (const child of data.children.values()) if (isMarked(child)) return true;
      return false;
    case 'list':
      for (const entry of data.entries) if (isMarked(entry)) return true;
      return false;
    case 'leaf-list':
      for (const item of data.entries) if (isMarked(item)) return true;
      return false;
    default:
      return false;
  }
}

/** Returns the node without marks; the node itself when it has none. */
export function unmarked(data: Data): Data {
  const meta = storedMeta(data.meta);
  switch (data.kind) {
    case 'container': {
      const children = unmarkedChildren(data.children);
      return children === data.children && meta === data.meta ? data : container(data.schema, children, meta);
    }
    case 'list': {
      const entries = mapEntries(data.schema, data.entries, unmarkedEntry);
      return entries === data.entries && meta === data.meta ? data : list(data.schema, entries, meta);
    }
    case 'leaf-list': {
      const entries = mapEntries(data.schema, data.entries, unmarkedItem);
      return entries === data.entries && meta === data.meta ? data : leafList(data.schema, entries, meta);
    }
    default:
      return meta === data.meta ? data : { ...data, meta };
  }
}

export function unmarkedChildren(children: Children): Children {
  return mapChildren(children, unmarked);
}

export function unmarkedEntry(entry: ListEntry): ListEntry {
  const children = unmarkedChildren(entry.children);
  const meta = storedMeta(entry.meta);
  return meta === entry.meta ? withChildren(entry, children) : { ...entry, children, meta };
}

export function unmarkedItem(item: LeafListItem): LeafListItem {
  const meta = storedMeta(item.meta);
  return meta === item.meta ? item : { ...item, meta };
}
