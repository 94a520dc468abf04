/** Parts of a document that were selected one by one, in the order that they have in it. */
import type { LeafListNode, ListNode } from '../../yang/schema.js';
import { mapChildren } from '../encoding/map-children.js';
import { entriesFrom, keepsOrder, mapEntries } from '../entries/index.js';
import type { Entries } from '../entries.js';
import { any, container, leafList, list, withChildren } from '../nodes.js';
import type { Children, Data } from '../tree.js';

/** The selected children, entries that keep an order in that of `document`, which holds them all. */
export function inDocumentOrder(selected: Children, document: Children): Children {
  return selected === document
    ? selected
    : mapChildren(selected, (data) => ordered(data, document.get(data.schema.qname)));
}

function ordered(data: Data, whole: Data | undefined): Data {
  if (data === whole) return data;
  switch (data.kind) {
    case 'container':
      return whole?.kind === 'container'
        ? container(data.schema, inDocumentOrder(data.children, whole.children), data.meta)
        : data;
    case 'list': {
      if (whole?.kind !== 'list') return data;
      const { schema } = data;
      const placed = keepsOrder(schema) ? inOrder(schema, data.entries, whole.entries) : data.entries;
      const entries = mapEntries(schema, placed, (entry) =>
        withChildren(entry, inDocumentOrder(entry.children, whole.entries.get(entry.key)?.children ?? entry.children)),
      );
      return entries === data.entries ? data : list(schema, entries, data.meta);
    }
    case 'leaf-list':
      return whole?.kind === 'leaf-list' && keepsOrder(data.schema)
        ? leafList(data.schema, inOrder(data.schema, data.entries, whole.entries), data.meta)
        : data;
    case 'any': {
      if (whole?.kind !== 'any' || whole.content.form !== 'tree' || data.content.form !== 'tree') return data;
      const { tree } = data.content;
      const children = inDocumentOrder(tree.children, whole.content.tree.children);
      return any(data.schema, { form: 'tree', tree: withChildren(tree, children) }, data.meta);
    }
    case 'leaf':
      return data;
  }
}

function inOrder<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  some: Entries<T>,
  all: Entries<T>,
): Entries<T> {
  // A filter often selects one entry of a long list.
  if (some.size < 2 || some === all) return some;
  const placed: T[] = [];
  for (const { key } of all) {
    const one = some.get(key);
    if (one !== undefined) placed.push(one);
  }
  return entriesFrom(schema, placed);
}
