/** What has to be done to one document to make another of it. */

import { keysOf } from '../encoding/content.js';
import { entriesFrom, entryChanges, isPositional, keepsOrder } from '../entries/index.js';
import type { Entries, Placement } from '../entries.js';
import { container, entry, leafList, list, NO_CHILDREN, treeOf } from '../nodes.js';
import type {
  Children,
  Data,
  EditOperation,
  LeafList,
  LeafListItem,
  List,
  ListEntry,
  Metadata,
  Tree,
} from '../tree.js';
import { equal, isNothing, sameAnnotations } from './equal.js';
import { unmarked, unmarkedEntry } from './marks.js';
import { keysToMove } from './order.js';

/**
 * The edit that turns `before` into `after`: `applyEdit(before, diff(before, after), 'none')` equals `after`. Every node that differs has
 * the operation create, delete, replace (a changed value), or merge (an entry that only moves); nodes on the way have none.
 * What both documents share is not visited, so that the cost goes with the difference.
 */
export function diff(before: Tree, after: Tree): Tree {
  return treeOf(before.schema, diffChildren(before.children, after.children));
}

function diffChildren(before: Children, after: Children): Children {
  if (before === after) return NO_CHILDREN;
  const edit = new Map<string, Data>();
  for (const [qname, old] of before) {
    const now = after.get(qname);
    const change =
      now === undefined || isNothing(now)
        ? removal(old)
        : old === now
          ? undefined
          : isNothing(old)
            ? addition(now)
            : difference(old, now);
    if (change !== undefined) edit.set(qname, change);
  }
  for (const [qname, now] of after) {
    const change = before.has(qname) ? undefined : addition(now);
    if (change !== undefined) edit.set(qname, change);
  }
  return edit;
}

const marked = (operation: EditOperation, meta?: Metadata, insert?: Placement): Metadata => ({
  annotations: meta?.annotations,
  operation,
  insert,
});

function addition(data: Data): Data | undefined {
  if (isNothing(data)) return undefined;
  const stored = unmarked(data);
  switch (stored.kind) {
    case 'list':
      if (isPositional(stored.schema)) return { ...stored, meta: marked('create') };
      return list(
        stored.schema,
        entriesFrom(
          stored.schema,
          Array.from(stored.entries, (one) => ({ ...one, meta: marked('create', one.meta) })),
        ),
      );
    case 'leaf-list':
      if (isPositional(stored.schema)) return { ...stored, meta: marked('create') };
      return leafList(
        stored.schema,
        entriesFrom(
          stored.schema,
          Array.from(stored.entries, (one) => ({ ...one, meta: marked('create', one.meta) })),
        ),
      );
    default:
      return { ...stored, meta: marked('create', stored.meta) };
  }
}

function removal(data: Data): Data | undefined {
  if (isNothing(data)) return undefined;
  switch (data.kind) {
    case 'list':
      if (isPositional(data.schema)) return { ...data, meta: marked('delete') };
      return list(data.schema, entriesFrom(data.schema, Array.from(data.entries, removedEntry)));
    case 'leaf-list':
      if (isPositional(data.schema)) return { ...data, meta: marked('delete') };
      return leafList(
        data.schema,
        entriesFrom(
          data.schema,
          Array.from(data.entries, (one) => ({ ...one, meta: marked('delete') })),
        ),
      );
    case 'container':
      return container(data.schema, NO_CHILDREN, marked('delete'));
    default:
      return { ...data, meta: marked('delete') };
  }
}

const removedEntry = (one: ListEntry): ListEntry =>
  entry(one.schema, one.key, keysOf(one.schema, one.children), marked('delete'));

function difference(old: Data, now: Data): Data | undefined {
  switch (now.kind) {
    case 'container':
      if (old.kind !== 'container') return undefined;
      if (!sameAnnotations(old.meta, now.meta)) return { ...unmarked(now), meta: marked('replace', now.meta) };
      return nonEmpty(diffChildren(old.children, now.children), (children) => container(now.schema, children));
    case 'list':
      return old.kind === 'list' ? diffList(old, now) : undefined;
    case 'leaf-list':
      return old.kind === 'leaf-list' ? diffLeafList(old, now) : undefined;
    default:
      return equal(old, now) ? undefined : { ...unmarked(now), meta: marked('replace', now.meta) };
  }
}

function nonEmpty<T>(children: Children, make: (children: Children) => T): T | undefined {
  return children.size === 0 ? undefined : make(children);
}

function diffList(before: List, after: List): Data | undefined {
  const { schema } = after;
  if (isPositional(schema)) return equal(before, after) ? undefined : { ...unmarked(after), meta: marked('replace') };
  const entries = diffEntries<ListEntry>(before.entries, after.entries, keepsOrder(schema), {
    removed: removedEntry,
    added: (now, insert) => ({ ...unmarkedEntry(now), meta: marked('create', now.meta, insert) }),
    changed: (old, now, insert) => {
      // A key cannot be changed but with its entry; so it is with its annotations.
      if (!sameAnnotations(old.meta, now.meta) || !schema.keys.every(({ qname }) => sameMeta(old, now, qname)))
        return { ...unmarkedEntry(now), meta: marked('replace', now.meta, insert) };
      const children = diffChildren(old.children, now.children);
      if (children.size === 0 && insert === undefined) return undefined;
      return entry(
        schema,
        now.key,
        new Map([...keysOf(schema, now.children), ...children]),
        insert === undefined ? undefined : marked('merge', undefined, insert),
      );
    },
  });
  return entries.length === 0 ? undefined : list(schema, entriesFrom(schema, entries));
}

function sameMeta(old: ListEntry, now: ListEntry, qname: string): boolean {
  return sameAnnotations(old.children.get(qname)?.meta, now.children.get(qname)?.meta);
}

function diffLeafList(before: LeafList, after: LeafList): Data | undefined {
  const { schema } = after;
  if (isPositional(schema)) return equal(before, after) ? undefined : { ...unmarked(after), meta: marked('replace') };
  const items = diffEntries<LeafListItem>(before.entries, after.entries, keepsOrder(schema), {
    removed: (old) => ({ ...old, meta: marked('delete') }),
    added: (now, insert) => ({ ...now, meta: marked('create', now.meta, insert) }),
    changed: (old, now, insert) =>
      insert === undefined && equal(old, now) ? undefined : { ...now, meta: marked('merge', now.meta, insert) },
  });
  return items.length === 0 ? undefined : leafList(schema, entriesFrom(schema, items));
}

interface EntryEdits<T> {
  removed(old: T): T;
  added(now: T, insert: Placement | undefined): T;
  changed(old: T, now: T, insert: Placement | undefined): T | undefined;
}

function diffEntries<T extends { readonly key: string }>(
  before: Entries<T>,
  after: Entries<T>,
  ordered: boolean,
  make: EntryEdits<T>,
): T[] {
  const { changed, moved } = entryChanges<T>(before, after);
  const edits: T[] = [];
  for (const { before: old, after: now } of changed)
    if (old !== undefined && now === undefined) edits.push(make.removed(old));
  if (!ordered) {
    for (const { before: old, after: now } of changed) {
      const edit =
        now === undefined
          ? undefined
          : old === undefined
            ? make.added(now, undefined)
            : make.changed(old, now, undefined);
      if (edit !== undefined) edits.push(edit);
    }
    return edits;
  }
  // In the order of `after`, each new or moved entry goes behind its predecessor, which by then stands where it belongs.
  const touched = new Map(changed.map((change) => [change.key, change]));
  if (touched.size === 0 && moved.size === 0) return edits;
  const moving = moved.size === 0 ? moved : minimalMoves(before, after);
  let previous: string | undefined;
  for (const now of after) {
    const old = before.get(now.key);
    const insert: Placement = previous === undefined ? { at: 'first' } : { at: 'after', key: previous };
    if (old === undefined) edits.push(make.added(now, insert));
    else if (touched.has(now.key) || moving.has(now.key)) {
      const edit = make.changed(old, now, moving.has(now.key) ? insert : undefined);
      if (edit !== undefined) edits.push(edit);
    }
    previous = now.key;
  }
  return edits;
}

function minimalMoves<T extends { readonly key: string }>(before: Entries<T>, after: Entries<T>): ReadonlySet<string> {
  const keysIn = (entries: Entries<T>, other: Entries<T>): string[] =>
    Array.from(entries, (one) => one.key).filter((key) => other.has(key));
  return keysToMove(keysIn(before, after), keysIn(after, before));
}
