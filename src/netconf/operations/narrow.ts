import {
  type Children,
  type Data,
  entriesFrom,
  type ListEntry,
  type SelectedChild,
  type Selection,
  type Tree,
  withChildren,
} from '../../data/index.js';

/**
 * Of long lists, those entries that a selection names by key: so that what comes next (defaults, filters) has no more to
 * look at than it must. Nothing else is left out below the top: conditions may look at it.
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
      return { ...data, entries: entriesFrom(data.schema, found) };
    }
    default:
      return data;
  }
}
