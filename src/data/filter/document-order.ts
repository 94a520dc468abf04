/** Selected parts of a document, in document order. */
import type { LeafListNode, ListNode } from '../../yang/schema.js';
import { entriesFrom, keepsOrder } from '../entries/index.js';
import { mapChildrenSteps, mapEntriesSteps } from '../entries/map-steps.js';
import type { Entries } from '../entries.js';
import { any, container, leafList, list, withChildren } from '../nodes.js';
import type { Steps, TimeSlice } from '../time-slice.js';
import type { Children, Data } from '../tree.js';

/** Returns the selected children; entries with an order get that of `document`, which holds them all. */
export function* inDocumentOrder(selected: Children, document: Children, slice: TimeSlice): Steps<Children> {
  return selected === document
    ? selected
    : yield* mapChildrenSteps(selected, (data) => ordered(data, document.get(data.schema.qname), slice));
}

function* ordered(data: Data, whole: Data | undefined, slice: TimeSlice): Steps<Data> {
  if (data === whole) return data;
  switch (data.kind) {
    case 'container':
      return whole?.kind === 'container'
        ? container(data.schema, yield* inDocumentOrder(data.children, whole.children, slice), data.meta)
        : data;
    case 'list': {
      if (whole?.kind !== 'list') return data;
      const { schema } = data;
      const placed = keepsOrder(schema) ? yield* inOrder(schema, data.entries, whole.entries, slice) : data.entries;
      const entries = yield* mapEntriesSteps(schema, placed, slice, function* (entry) {
        const known = whole.entries.get(entry.key)?.children ?? entry.children;
        return withChildren(entry, yield* inDocumentOrder(entry.children, known, slice));
      });
      return entries === data.entries ? data : list(schema, entries, data.meta);
    }
    case 'leaf-list':
      return whole?.kind === 'leaf-list' && keepsOrder(data.schema)
        ? leafList(data.schema, yield* inOrder(data.schema, data.entries, whole.entries, slice), data.meta)
        : data;
    case 'any': {
      if (whole?.kind !== 'any' || whole.content.form !== 'tree' || data.content.form !== 'tree') return data;
      const { tree } = data.content;
      const children = yield* inDocumentOrder(tree.children, whole.content.tree.children, slice);
      return any(data.schema, { form: 'tree', tree: withChildren(tree, children) }, data.meta);
    }
    case 'leaf':
      return data;
  }
}

function* inOrder<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  some: Entries<T>,
  all: Entries<T>,
  slice: TimeSlice,
): Steps<Entries<T>> {
  // A filter often selects one entry of a long list: then no order is needed.
  if (some.size < 2 || some === all) return some;
  const placed: T[] = [];
  for (const { key } of all) {
    if (slice.due) yield;
    const one = some.get(key);
    if (one !== undefined) placed.push(one);
  }
  return entriesFrom(schema, placed);
}
