/**
 * Checks the real changes of an edit, node by node (RFC 8341 §3.2.4, §3.4.5): a new node needs create, a removed node needs
 * delete, a changed value needs update. Nodes that the edit names but does not change need no permission.
 */
import {
  type Children,
  type Container,
  type Data,
  type Entries,
  entryChanges,
  equal,
  type InstancePath,
  type LeafList,
  type LeafListItem,
  type List,
  type ListEntry,
  type Tree,
} from '../../data/index.js';
import type { DataNode, SchemaNode } from '../../yang/index.js';
import { type DataAccess, decide, type Policy } from './policy.js';

export interface DeniedWrite {
  readonly access: DataAccess;
  readonly path: InstancePath;
}

/** Returns the first change that is not permitted; undefined when all are. */
export function deniedWrite(policy: Policy, before: Tree, after: Tree): DeniedWrite | undefined {
  return changedChildren(policy, before.children, after.children, []);
}

/** Returns the first node that the user may not create (or delete, …) when the whole document is new (or removed). */
export function deniedWhole(policy: Policy, children: Children, access: DataAccess): DeniedWrite | undefined {
  return first(children.values(), (child) => whole(policy, child, access, []));
}

function first<T>(items: Iterable<T>, look: (item: T) => DeniedWrite | undefined): DeniedWrite | undefined {
  for (const item of items) {
    const denied = look(item);
    if (denied) return denied;
  }
  return undefined;
}

function changedChildren(
  policy: Policy,
  before: Children,
  after: Children,
  path: InstancePath,
): DeniedWrite | undefined {
  if (before === after) return undefined;
  return (
    first(before.values(), (old) => {
      const now = after.get(old.schema.qname);
      if (now === old || (!now && goesByItself(old.schema, after))) return undefined;
      return now ? changed(policy, old, now, path) : whole(policy, old, 'delete', path);
    }) ??
    first(after.values(), (now) => (before.has(now.schema.qname) ? undefined : whole(policy, now, 'create', path)))
  );
}

/** True when one case of a choice replaces another: a side effect that needs no permission (RFC 8341 §3.2.4). */
function goesByItself(node: DataNode, after: Children): boolean {
  let taken: SchemaNode = node;
  for (let each = node.parent; each?.kind === 'case' || each?.kind === 'choice'; each = each.parent) {
    if (each.kind === 'case') {
      taken = each;
      continue;
    }
    for (const other of each.cases) {
      if (other !== taken && [...other.data.keys()].some((qname) => after.has(qname))) return true;
    }
  }
  return false;
}

function changed(policy: Policy, old: Data, now: Data, path: InstancePath): DeniedWrite | undefined {
  const { schema } = now;
  if (CHANGES.every((access) => policy.reach(schema, access) === 'all')) return undefined;
  if (old.kind === 'container' && now.kind === 'container') {
    const here = [...path, { schema }];
    return changedAnnotations(policy, old, now, here) ?? changedChildren(policy, old.children, now.children, here);
  }
  if (old.kind === 'list' && now.kind === 'list') return changedList(policy, old, now, path);
  if (old.kind === 'leaf-list' && now.kind === 'leaf-list') return changedItems(policy, old, now, path);
  return equal(old, now) ? undefined : one(policy, schema, 'update', [...path, { schema }]);
}

const CHANGES: readonly DataAccess[] = ['create', 'update', 'delete'];

function changedAnnotations(
  policy: Policy,
  old: Container | ListEntry,
  now: Container | ListEntry,
  path: InstancePath,
): DeniedWrite | undefined {
  if (old.meta === now.meta || equal({ ...old, children: now.children }, now)) return undefined;
  return one(policy, now.schema, 'update', path);
}

function changedList(policy: Policy, before: List, after: List, path: InstancePath): DeniedWrite | undefined {
  const { schema } = after;
  const { changed: entries, moved } = entryChanges<ListEntry>(before.entries, after.entries);
  return (
    first(entries, ({ key, before: old, after: now }) => {
      const here = [...path, { schema, key }];
      if (!old) return now && wholeEntry(policy, now, 'create', here);
      if (!now) return wholeEntry(policy, old, 'delete', here);
      return changedAnnotations(policy, old, now, here) ?? changedChildren(policy, old.children, now.children, here);
    }) ??
    first(reallyMoved(before.entries, after.entries, moved), (key) =>
      one(policy, schema, 'update', [...path, { schema, key }]),
    )
  );
}

function changedItems(policy: Policy, before: LeafList, after: LeafList, path: InstancePath): DeniedWrite | undefined {
  const { schema } = after;
  const { changed: items, moved } = entryChanges<LeafListItem>(before.entries, after.entries);
  return (
    first(items, ({ key, before: old, after: now }) => {
      if (old && now && equal(old, now)) return undefined;
      return one(policy, schema, old ? (now ? 'update' : 'delete') : 'create', [...path, { schema, key }]);
    }) ??
    first(reallyMoved(before.entries, after.entries, moved), (key) =>
      one(policy, schema, 'update', [...path, { schema, key }]),
    )
  );
}

/** Returns the entries that moved; `moved` may also name others. */
function reallyMoved<T extends { readonly key: string }>(
  before: Entries<T>,
  after: Entries<T>,
  moved: ReadonlySet<string>,
): Iterable<string> {
  if (moved.size === 0) return moved;
  const keysIn = (entries: Entries<T>, other: Entries<T>) =>
    [...entries].map(({ key }) => key).filter((key) => other.has(key));
  const old = keysIn(before, after);
  return keysIn(after, before).every((key, index) => key === old[index]) ? [] : moved;
}

/** Checks a node that is created or deleted with all nodes below it. */
function whole(policy: Policy, data: Data, access: DataAccess, path: InstancePath): DeniedWrite | undefined {
  const { schema } = data;
  if (policy.reach(schema, access) === 'all') return undefined;
  switch (data.kind) {
    case 'list':
      return first(data.entries, (entry) => wholeEntry(policy, entry, access, [...path, { schema, key: entry.key }]));
    case 'leaf-list':
      return first(data.entries, ({ key }) => one(policy, schema, access, [...path, { schema, key }]));
    case 'container': {
      const here = [...path, { schema }];
      // A container without presence only groups its children.
      const denied = data.schema.presence ? one(policy, schema, access, here) : undefined;
      return denied ?? first(data.children.values(), (child) => whole(policy, child, access, here));
    }
    default:
      return one(policy, schema, access, [...path, { schema }]);
  }
}

function wholeEntry(policy: Policy, entry: ListEntry, access: DataAccess, path: InstancePath): DeniedWrite | undefined {
  return (
    one(policy, entry.schema, access, path) ??
    first(entry.children.values(), (child) => whole(policy, child, access, path))
  );
}

function one(policy: Policy, schema: DataNode, access: DataAccess, path: InstancePath): DeniedWrite | undefined {
  return decide(policy.decision(schema, access), path) ? undefined : { access, path };
}
