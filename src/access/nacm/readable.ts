/**
 * What of a document a user may read (RFC 8341 §3.2.4): nodes he may not are left out with all below them, as if they
 * did not exist. What is readable as a whole is given back as it is, without a look at its entries.
 */
import {
  type Children,
  type Data,
  type InstancePath,
  type LeafList,
  type List,
  type ListEntry,
  mapEntries,
  type PathStep,
  type Tree,
} from '../../data/index.js';
import { decide, mayFit, type Policy } from './policy.js';

/** The same tree when all of it is readable. */
export function readableTree(policy: Policy, tree: Tree): Tree {
  const children = readableChildren(policy, tree.children, []);
  return children === tree.children ? tree : { ...tree, children };
}

function readableChildren(policy: Policy, children: Children, path: InstancePath): Children {
  let changed: Map<string, Data> | undefined;
  for (const [qname, child] of children) {
    const shown = readableNode(policy, child, path);
    if (shown === child) continue;
    changed ??= new Map(children);
    if (shown) changed.set(qname, shown);
    else changed.delete(qname);
  }
  return changed ?? children;
}

function readableNode(policy: Policy, data: Data, path: InstancePath): Data | undefined {
  switch (policy.reach(data.schema, 'read')) {
    case 'all':
      return data;
    case 'none':
      return undefined;
    case 'some':
      return partOf(policy, data, path);
  }
}

function partOf(policy: Policy, data: Data, path: InstancePath): Data | undefined {
  const decision = policy.decision(data.schema, 'read');
  switch (data.kind) {
    case 'list':
      return withEntries(
        data,
        mapEntries(data.schema, data.entries, (entry) =>
          readableEntry(policy, entry, [...path, { schema: data.schema, key: entry.key }]),
        ),
      );
    case 'leaf-list':
      return withItems(
        data,
        mapEntries(data.schema, data.entries, (item) =>
          decide(decision, [...path, { schema: data.schema, key: item.key }]) ? item : undefined,
        ),
      );
    case 'container': {
      const here = [...path, { schema: data.schema }];
      if (!decide(decision, here)) return undefined;
      const children = readableChildren(policy, data.children, here);
      if (children === data.children) return data;
      // Without presence it exists for what it holds: empty, it would tell that something is hidden.
      return children.size === 0 && !data.schema.presence ? undefined : { ...data, children };
    }
    default:
      return decide(decision, [...path, { schema: data.schema }]) ? data : undefined;
  }
}

/** An entry whose keys cannot all be read cannot be shown either. */
function readableEntry(policy: Policy, entry: ListEntry, path: readonly PathStep[]): ListEntry | undefined {
  const { schema } = entry;
  // Most entries of a list are those that no rule names.
  const { rules, reach } = policy.unkeyed(schema);
  if (reach === 'all' && !rules.some((rule) => mayFit(rule, path))) return entry;
  if (!decide(policy.decision(schema, 'read'), path)) return undefined;
  if (!schema.keys.every((leaf) => decide(policy.decision(leaf, 'read'), [...path, { schema: leaf }])))
    return undefined;
  const children = readableChildren(policy, entry.children, path);
  return children === entry.children ? entry : { ...entry, children };
}

function withEntries(list: List, entries: List['entries']): List | undefined {
  if (entries === list.entries) return list;
  return entries.size === 0 ? undefined : { ...list, entries };
}

function withItems(list: LeafList, entries: LeafList['entries']): LeafList | undefined {
  if (entries === list.entries) return list;
  return entries.size === 0 ? undefined : { ...list, entries };
}
