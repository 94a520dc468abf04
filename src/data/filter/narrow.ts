import { entriesFrom } from '../entries/index.js';
import { list, withChildren } from '../nodes.js';
import type { Children, Data, ListEntry, Tree } from '../tree.js';
import type { SelectedChild, Selection } from './selection.js';

/**
 * Reduces a document to the selected top-level nodes, and long lists to the entries selected by key, so that the next
 * steps (defaults, filters) visit few nodes. All other nodes below the top stay: conditions may read them.
 */
export function narrow(tree: Tree, selection: Selection): Tree {
  return selection === 'all' ? tree : withChildren(tree, narrowed(tree.children, selection, true));
}

function narrowed(
  children: Children,
  selection: ReadonlyMap<string, readonly SelectedChild[]>,
  isTop: boolean,
): Children {
  const kept = isTop ? new Map<string, Data>() : new Map(children);
  for (const [qname, wanted] of selection) {
    const data = children.get(qname);
    if (data) kept.set(qname, narrowNode(data, wanted));
  }
  return kept;
}

function narrowNode(data: Data, wanted: readonly SelectedChild[]): Data {
  const [only] = wanted;
  switch (data.kind) {
    case 'container':
      return wanted.length === 1 && only && only.below !== 'all'
        ? withChildren(data, narrowed(data.children, only.below, false))
        : data;
    case 'list': {
      if (wanted.some(({ key }) => key === undefined)) return data;
      const found: ListEntry[] = [];
      for (const key of new Set(wanted.map((each) => each.key ?? ''))) {
        const entry = data.entries.get(key);
        if (entry) found.push(entry);
      }
      return list(data.schema, entriesFrom(data.schema, found), data.meta);
    }
    default:
      return data;
  }
}
