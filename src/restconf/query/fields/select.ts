import {
  type Children,
  type Data,
  type List,
  type ListEntry,
  mapEntriesLater,
  type Tree,
} from '../../../data/index.js';
import type { Fields } from './resolve.js';

/** Returns the tree with only the selected nodes, for one encoding. Keys of list entries stay, to identify the entries. */
export function selectInTree(tree: Tree, fields: Fields): Tree {
  return fields === 'all' ? tree : { ...tree, children: selectChildren(tree.children, fields) };
}

/** Returns one node with only the selected nodes below it. */
export function selectBelow<T extends Data | ListEntry>(data: T, fields: Fields): T;
export function selectBelow(data: Data | ListEntry, fields: Fields): Data | ListEntry {
  if (fields === 'all') return data;
  switch (data.kind) {
    case 'container':
      return { ...data, children: selectChildren(data.children, fields) };
    case 'entry':
      return selectEntry(data, fields);
    case 'list':
      return selectEntries(data, fields);
    case 'leaf':
    case 'leaf-list':
    case 'any':
      return data;
    default:
      return data satisfies never;
  }
}

function selectChildren(children: Children, fields: ReadonlyMap<string, Fields>): Children {
  const kept = new Map<string, Data>();
  for (const [name, child] of children) {
    const below = fields.get(name);
    if (below !== undefined) kept.set(name, selectBelow(child, below));
  }
  return kept;
}

function selectEntry(entry: ListEntry, fields: ReadonlyMap<string, Fields>): ListEntry {
  const withKeys = new Map(fields);
  for (const key of entry.schema.keys) withKeys.set(key.qname, 'all');
  return { ...entry, children: selectChildren(entry.children, withKeys) };
}

function selectEntries(list: List, fields: ReadonlyMap<string, Fields>): List {
  return { ...list, entries: mapEntriesLater(list.schema, list.entries, (entry) => selectEntry(entry, fields)) };
}
