/** What a provider of data would read for a selection: the named children and entries, nothing else. */
import {
  type Children,
  type Data,
  entriesFrom,
  leafList,
  list,
  type ParentData,
  type SelectedChild,
  type Selection,
  type Tree,
  withChildren,
} from '../../src/data/index.js';

export function selected(tree: Tree, selection: Selection): Tree {
  return below(tree, selection);
}

function below<P extends ParentData>(parent: P, selection: Selection): P {
  if (selection === 'all') return parent;
  const children = [...parent.children].flatMap(([qname, data]): [string, Data][] => {
    const wanted = selection.get(qname);
    const part = wanted && partOf(data, wanted);
    return part === undefined ? [] : [[qname, part]];
  });
  return withChildren(parent, new Map(children) as Children);
}

function partOf(data: Data, wanted: readonly SelectedChild[]): Data | undefined {
  switch (data.kind) {
    case 'container':
      return below(data, union(wanted.map((one) => one.below)));
    case 'list': {
      const entries = [...data.entries].flatMap((entry) => {
        const fitting = wanted.filter(({ key }) => key === undefined || key === entry.key);
        return fitting.length === 0 ? [] : [below(entry, union(fitting.map((one) => one.below)))];
      });
      return entries.length === 0 ? undefined : list(data.schema, entriesFrom(data.schema, entries), data.meta);
    }
    case 'leaf-list': {
      const items = [...data.entries].filter((item) => wanted.some(({ key }) => key === undefined || key === item.key));
      return items.length === 0 ? undefined : leafList(data.schema, entriesFrom(data.schema, items), data.meta);
    }
    default:
      return data;
  }
}

function union(selections: readonly Selection[]): Selection {
  const all = new Map<string, SelectedChild[]>();
  for (const selection of selections) {
    if (selection === 'all') return 'all';
    for (const [qname, children] of selection) all.set(qname, [...(all.get(qname) ?? []), ...children]);
  }
  return all;
}
