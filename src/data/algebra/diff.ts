/** The difference of two documents, as an edit. */

import { keysOf } from '../encoding/content.js';
import { entriesFrom, entryChanges, isPositional, keepsOrder } from '../entries/index.js';
import type { Entries, Placement } from '../entries.js';
import { container, entry, leafList, list, NO_CHILDREN, treeOf } from '../nodes.js';
import { atOnce, type Steps, type TimeSlice } from '../time-slice.js';
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
 * Returns the edit that turns `before` into `after`: `applyEdit(before, diff(before, after), 'none')` equals `after`.
 * Each node that differs has the operation create, delete, replace (a changed value) or merge (an entry that only
 * moves); its ancestors have none. Shared subtrees are not visited, so the cost grows with the difference.
 */
export function diff(before: Tree, after: Tree): Tree {
  return atOnce((slice) => diffSteps(before, after, slice));
}

/** Computes `diff` in steps. */
export function* diffSteps(before: Tree, after: Tree, slice: TimeSlice): Steps<Tree> {
  return treeOf(before.schema, yield* diffChildren(before.children, after.children, slice));
}

function* diffChildren(before: Children, after: Children, slice: TimeSlice): Steps<Children> {
  if (before === after) return NO_CHILDREN;
  const edit = new Map<string, Data>();
  for (const [qname, old] of before) {
    const now = after.get(qname);
    const change =
      now === undefined || isNothing(now)
        ? yield* removal(old, slice)
        : old === now
          ? undefined
          : isNothing(old)
            ? yield* addition(now, slice)
            : yield* difference(old, now, slice);
    if (change !== undefined) edit.set(qname, change);
  }
  for (const [qname, now] of after) {
    const change = before.has(qname) ? undefined : yield* addition(now, slice);
    if (change !== undefined) edit.set(qname, change);
  }
  return edit;
}

const marked = (operation: EditOperation, meta?: Metadata, insert?: Placement): Metadata => ({
  annotations: meta?.annotations,
  operation,
  insert,
});

function* addition(data: Data, slice: TimeSlice): Steps<Data | undefined> {
  if (isNothing(data)) return undefined;
  if (data.kind === 'list' && !isPositional(data.schema)) {
    const created = yield* eachOf(data.entries, slice, (one) => {
      const stored = unmarkedEntry(one);
      return { ...stored, meta: marked('create', stored.meta) };
    });
    return list(data.schema, entriesFrom(data.schema, created));
  }
  const stored = unmarked(data);
  switch (stored.kind) {
    case 'list':
      return { ...stored, meta: marked('create') };
    case 'leaf-list':
      if (isPositional(stored.schema)) return { ...stored, meta: marked('create') };
      return leafList(
        stored.schema,
        entriesFrom(
          stored.schema,
          yield* eachOf(stored.entries, slice, (one) => ({ ...one, meta: marked('create', one.meta) })),
        ),
      );
    default:
      return { ...stored, meta: marked('create', stored.meta) };
  }
}

function* removal(data: Data, slice: TimeSlice): Steps<Data | undefined> {
  if (isNothing(data)) return undefined;
  switch (data.kind) {
    case 'list':
      if (isPositional(data.schema)) return { ...data, meta: marked('delete') };
      return list(data.schema, entriesFrom(data.schema, yield* eachOf(data.entries, slice, removedEntry)));
    case 'leaf-list':
      if (isPositional(data.schema)) return { ...data, meta: marked('delete') };
      return leafList(
        data.schema,
        entriesFrom(data.schema, yield* eachOf(data.entries, slice, (one) => ({ ...one, meta: marked('delete') }))),
      );
    case 'container':
      return container(data.schema, NO_CHILDREN, marked('delete'));
    default:
      return { ...data, meta: marked('delete') };
  }
}

function* eachOf<T>(entries: Entries<T>, slice: TimeSlice, edit: (one: T) => T): Steps<T[]> {
  const edits: T[] = [];
  for (const one of entries) {
    if (slice.due) yield;
    edits.push(edit(one));
  }
  return edits;
}

const removedEntry = (one: ListEntry): ListEntry =>
  entry(one.schema, one.key, keysOf(one.schema, one.children), marked('delete'));

function* difference(old: Data, now: Data, slice: TimeSlice): Steps<Data | undefined> {
  switch (now.kind) {
    case 'container':
      if (old.kind !== 'container') return undefined;
      if (!sameAnnotations(old.meta, now.meta)) return { ...unmarked(now), meta: marked('replace', now.meta) };
      return nonEmpty(yield* diffChildren(old.children, now.children, slice), (children) =>
        container(now.schema, children),
      );
    case 'list':
      return old.kind === 'list' ? yield* diffList(old, now, slice) : undefined;
    case 'leaf-list':
      return old.kind === 'leaf-list' ? yield* diffLeafList(old, now, slice) : undefined;
    default:
      return equal(old, now) ? undefined : { ...unmarked(now), meta: marked('replace', now.meta) };
  }
}

function nonEmpty<T>(children: Children, make: (children: Children) => T): T | undefined {
  return children.size === 0 ? undefined : make(children);
}

function* diffList(before: List, after: List, slice: TimeSlice): Steps<Data | undefined> {
  const { schema } = after;
  if (isPositional(schema)) return equal(before, after) ? undefined : { ...unmarked(after), meta: marked('replace') };
  const edits: ListEntry[] = [];
  for (const step of yield* entrySteps<ListEntry>(before.entries, after.entries, keepsOrder(schema), slice)) {
    if (slice.due) yield;
    const edit = yield* diffEntry(step, slice);
    if (edit !== undefined) edits.push(edit);
  }
  return edits.length === 0 ? undefined : list(schema, entriesFrom(schema, edits));
}

function* diffEntry({ old, now, insert }: EntryStep<ListEntry>, slice: TimeSlice): Steps<ListEntry | undefined> {
  if (now === undefined) return old && removedEntry(old);
  if (old === undefined) return { ...unmarkedEntry(now), meta: marked('create', now.meta, insert) };
  const { schema } = now;
  // A key changes only together with its entry, and so do its annotations.
  if (!sameAnnotations(old.meta, now.meta) || !schema.keys.every(({ qname }) => sameMeta(old, now, qname)))
    return { ...unmarkedEntry(now), meta: marked('replace', now.meta, insert) };
  const children = yield* diffChildren(old.children, now.children, slice);
  if (children.size === 0 && insert === undefined) return undefined;
  return entry(
    schema,
    now.key,
    new Map([...keysOf(schema, now.children), ...children]),
    insert === undefined ? undefined : marked('merge', undefined, insert),
  );
}

function sameMeta(old: ListEntry, now: ListEntry, qname: string): boolean {
  return sameAnnotations(old.children.get(qname)?.meta, now.children.get(qname)?.meta);
}

function* diffLeafList(before: LeafList, after: LeafList, slice: TimeSlice): Steps<Data | undefined> {
  const { schema } = after;
  if (isPositional(schema)) return equal(before, after) ? undefined : { ...unmarked(after), meta: marked('replace') };
  const steps = yield* entrySteps<LeafListItem>(before.entries, after.entries, keepsOrder(schema), slice);
  const items = steps.map(diffItem).filter((item) => item !== undefined);
  return items.length === 0 ? undefined : leafList(schema, entriesFrom(schema, items));
}

function diffItem({ old, now, insert }: EntryStep<LeafListItem>): LeafListItem | undefined {
  if (now === undefined) return old && { ...old, meta: marked('delete') };
  if (old === undefined) return { ...now, meta: marked('create', now.meta, insert) };
  return insert === undefined && equal(old, now) ? undefined : { ...now, meta: marked('merge', now.meta, insert) };
}

/** An entry that is deleted, created or possibly changed, and its place when the edit must give one. */
interface EntryStep<T> {
  readonly old?: T;
  readonly now?: T;
  readonly insert?: Placement;
}

/** Returns the steps in the order of their execution. */
function* entrySteps<T extends { readonly key: string }>(
  before: Entries<T>,
  after: Entries<T>,
  ordered: boolean,
  slice: TimeSlice,
): Steps<readonly EntryStep<T>[]> {
  const { changed, moved } = entryChanges<T>(before, after);
  const gone = changed.filter((change) => change.after === undefined).map((change) => ({ old: change.before }));
  if (!ordered) {
    const there = changed.filter((change) => change.after !== undefined);
    return [...gone, ...there.map((change) => ({ old: change.before, now: change.after }))];
  }
  // In the order of `after`: each new or moved entry goes behind its predecessor, which is in its final place by then.
  const touched = new Set(changed.map(({ key }) => key));
  if (touched.size === 0 && moved.size === 0) return [];
  const moving = moved.size === 0 ? moved : minimalMoves(before, after);
  const steps: EntryStep<T>[] = gone;
  let previous: string | undefined;
  for (const now of after) {
    if (slice.due) yield;
    const old = before.get(now.key);
    const isMoved = old === undefined || moving.has(now.key);
    const insert: Placement = previous === undefined ? { at: 'first' } : { at: 'after', key: previous };
    if (isMoved || touched.has(now.key)) steps.push({ old, now, insert: isMoved ? insert : undefined });
    previous = now.key;
  }
  return steps;
}

function minimalMoves<T extends { readonly key: string }>(before: Entries<T>, after: Entries<T>): ReadonlySet<string> {
  const keysIn = (entries: Entries<T>, other: Entries<T>): string[] =>
    Array.from(entries, (one) => one.key).filter((key) => other.has(key));
  return keysToMove(keysIn(before, after), keysIn(after, before));
}
