/** Constructors of Tree nodes. Nodes of a kind have the same shape, which keeps property access fast in the engine. */
import type {
  AnyNode,
  ContainerNode,
  DataParent,
  LeafListNode,
  LeafNode,
  LeafValue,
  ListNode,
} from '../yang/schema.js';
import { canonical } from '../yang/types.js';
import { entriesFrom } from './entries/index.js';
import type { Entries } from './entries.js';
import {
  type Any,
  type AnyContent,
  type Children,
  type Container,
  entryKey,
  type Leaf,
  type LeafList,
  type LeafListItem,
  type List,
  type ListEntry,
  type Metadata,
  type ParentData,
  type Tree,
} from './tree.js';

export const NO_CHILDREN: Children = new Map();

export const treeOf = (schema: DataParent, children: Children, meta?: Metadata): Tree => ({
  kind: 'root',
  schema,
  children,
  meta,
});
export const container = (schema: ContainerNode, children: Children, meta?: Metadata): Container => ({
  kind: 'container',
  schema,
  children,
  meta,
});
export const list = (schema: ListNode, entries: Entries<ListEntry>, meta?: Metadata): List => ({
  kind: 'list',
  schema,
  entries,
  meta,
});
export const entry = (schema: ListNode, key: string, children: Children, meta?: Metadata): ListEntry => ({
  kind: 'entry',
  schema,
  key,
  children,
  meta,
});
export const leaf = (schema: LeafNode, value: LeafValue, meta?: Metadata): Leaf => ({
  kind: 'leaf',
  schema,
  value,
  meta,
});
export const leafList = (schema: LeafListNode, entries: Entries<LeafListItem>, meta?: Metadata): LeafList => ({
  kind: 'leaf-list',
  schema,
  entries,
  meta,
});
export const item = (schema: LeafListNode, key: string, value: LeafValue, meta?: Metadata): LeafListItem => ({
  kind: 'item',
  schema,
  key,
  value,
  meta,
});
export const any = (schema: AnyNode, content: AnyContent, meta?: Metadata): Any => ({
  kind: 'any',
  schema,
  content,
  meta,
});

/** Returns a document without content. */
export function emptyTree(parent: DataParent): Tree {
  return treeOf(parent, NO_CHILDREN);
}

/** Returns the parent with other children; the parent itself when they are the same object. */
export function withChildren<P extends ParentData>(parent: P, children: Children): P {
  return children === parent.children ? parent : { ...parent, children };
}

/** Returns a leaf-list of values in order; the caller has checked that values are unique where that is required. */
export function leafListOf(schema: LeafListNode, values: readonly LeafValue[], meta?: Metadata): LeafList {
  const repeated = new Map<string, number>();
  const items = values.map((value) => item(schema, itemKey(schema, value, repeated), value));
  return leafList(schema, entriesFrom(schema, items), meta);
}

/**
 * Returns the key of an item. From the second occurrence on, a repeatable value gets NUL and a running number, so that
 * each item has its own key.
 */
export function itemKey(schema: LeafListNode, value: LeafValue, repeated: Map<string, number>): string {
  const key = canonical(value);
  if (schema.config) return key;
  const count = repeated.get(key) ?? 0;
  repeated.set(key, count + 1);
  return count === 0 ? key : entryKey([key, count]);
}
