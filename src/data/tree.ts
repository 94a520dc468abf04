/**
 * The Tree: one immutable, keyed form of an instance document. Nodes are never changed. An edit makes new nodes along
 * its path and shares the rest, so a snapshot is a reference.
 *
 * Children are keyed by qname (`module:name`), list entries by their key string (`entryKey`).
 */
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
import type { Entries } from './entries.js';
import type { XmlElement } from './xml-element.js';

/** Edit operation of a node in an edit tree (RFC 6241 §7.2). */
export type EditOperation = 'merge' | 'replace' | 'create' | 'delete' | 'remove' | 'none';

/** Attributes (XML) and annotations (RFC 7952) of a node; absent on ordinary data. */
export interface Metadata {
  /** Annotations of RFC 7952 by `module:name`, as lexical strings. */
  readonly annotations?: ReadonlyMap<string, string>;
  /** Only in edit trees. */
  readonly operation?: EditOperation;
  /**
   * Only in edit trees, on entries of ordered-by user lists: the place of the entry. `key` is the entry key string of
   * the neighbour.
   */
  readonly insert?: { readonly at: 'first' | 'last' } | { readonly at: 'before' | 'after'; readonly key: string };
  /** True when the value is not stored but is the schema default (with-defaults `report-all`). */
  readonly isDefault?: boolean;
}

export type Children = ReadonlyMap<string, Data>;

/** A whole document: a datastore's content, or one rpc input, output, notification or structure. */
export interface Tree {
  readonly kind: 'root';
  readonly schema: DataParent;
  readonly children: Children;
  readonly meta?: Metadata;
}
export interface Container {
  readonly kind: 'container';
  readonly schema: ContainerNode;
  readonly children: Children;
  readonly meta?: Metadata;
}
export interface List {
  readonly kind: 'list';
  readonly schema: ListNode;
  readonly entries: Entries<ListEntry>;
  readonly meta?: Metadata;
}
export interface ListEntry {
  readonly kind: 'entry';
  readonly schema: ListNode;
  readonly key: string;
  readonly children: Children;
  readonly meta?: Metadata;
}
export interface Leaf {
  readonly kind: 'leaf';
  readonly schema: LeafNode;
  readonly value: LeafValue;
  readonly meta?: Metadata;
}
/** A leaf-list. Items are keyed by canonical value; config false leaf-lists may repeat a value, whose keys get a running suffix. */
export interface LeafList {
  readonly kind: 'leaf-list';
  readonly schema: LeafListNode;
  readonly entries: Entries<LeafListItem>;
  readonly meta?: Metadata;
}
export interface LeafListItem {
  readonly kind: 'item';
  readonly schema: LeafListNode;
  readonly key: string;
  readonly value: LeafValue;
  readonly meta?: Metadata;
}
export interface Any {
  readonly kind: 'any';
  readonly schema: AnyNode;
  readonly content: AnyContent;
  readonly meta?: Metadata;
}

/** Content of anydata and anyxml: a Tree when all its nodes are modelled, else the received form. */
export type AnyContent =
  | { readonly form: 'tree'; readonly tree: Tree }
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'xml'; readonly element: XmlElement };

/** A child of a parent, as held in `Children`. */
export type Data = Container | List | Leaf | LeafList | Any;
/** A node that has children. */
export type ParentData = Tree | Container | ListEntry;

const KEY_SEPARATOR = '\u0000';

/** Returns the key string of a list entry: canonical key values joined by NUL, which no YANG value can contain. */
export function entryKey(keys: readonly LeafValue[]): string {
  return keys.length === 1 ? canonical(keys[0] as LeafValue) : keys.map(canonical).join(KEY_SEPARATOR);
}

/** Splits an entry key string into its canonical key values. */
export function keyValues(key: string): string[] {
  return key.split(KEY_SEPARATOR);
}
