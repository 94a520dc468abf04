/** Subtree filtering (RFC 6241 §6). */
import type { Schema } from '../../yang/schema.js';
import { canonical } from '../../yang/types.js';
import { keysOf } from '../encoding/content.js';
import { entriesFrom } from '../entries/index.js';
import { filterEntriesSteps, mapEntriesSteps } from '../entries/map-steps.js';
import { any, container, leafList, list, NO_CHILDREN, treeOf, withChildren } from '../nodes.js';
import { RpcError } from '../rpc-error.js';
import { noteSchema } from '../schema-of.js';
import { atOnce, type Steps, type TimeSlice } from '../time-slice.js';
import type { Children, Data, Leaf, LeafListItem, List, ListEntry, Tree } from '../tree.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement } from '../xml-element.js';
import { inDocumentOrder } from './document-order.js';
import {
  matchesAttributes,
  namesNode,
  plainText,
  type SiblingSet,
  siblingSet,
  topLevelSets,
  wantedEntry,
  wantedValue,
} from './filter-element.js';
import { union, unionChildren } from './union.js';

/**
 * Returns the part of the document that the filter selects; nothing for an empty filter (§6.4.2). `filter` is the
 * `<filter>` element. Partly selected entries keep their keys, so the reader can identify the entry.
 *
 * @throws RpcError resource-denied when the filter visits too many list entries
 */
export function subtreeFilter(tree: Tree, filter: XmlElement, schema: Schema): Tree {
  return atOnce((slice) => subtreeFilterSteps(tree, filter, schema, slice));
}

/** Filters in steps: lists are visited entry by entry. */
export function* subtreeFilterSteps(tree: Tree, filter: XmlElement, schema: Schema, slice: TimeSlice): Steps<Tree> {
  noteSchema(schema);
  let selected: Children = NO_CHILDREN;
  const subtree = new SubtreeFilter(schema, slice);
  const sets = topLevelSets(filter);
  for (const set of sets)
    selected = yield* unionChildren(selected, (yield* subtree.children(tree.children, set)) ?? NO_CHILDREN, slice);
  // The result of one pass is in order already.
  if (sets.length > 1 || subtree.hasUnited) selected = yield* inDocumentOrder(selected, tree.children, slice);
  return treeOf(tree.schema, selected, tree.meta);
}

/** Maximum number of list entries that one filter may visit; an entry counts once per element that visits it. */
const MAX_ENTRIES = 2_000_000;

class SubtreeFilter {
  /** True when several elements selected the same node. */
  hasUnited = false;
  #entriesLookedAt = 0;

  constructor(
    readonly schema: Schema,
    readonly slice: TimeSlice,
  ) {}

  /** Returns the children of one node that a sibling set selects; undefined when there are none. */
  *children(children: Children, set: SiblingSet): Steps<Children | undefined> {
    const selected = new Map<string, Data>();
    for (const element of set.matches) {
      const matched = [...named(children, element)]
        .map((data) => this.#match(data, element))
        .filter((data) => data !== undefined);
      // Without a match, the whole sibling set selects nothing (§6.2.5).
      if (matched.length === 0) return undefined;
      for (const data of matched) yield* this.#add(selected, data);
    }
    if (set.selections.length === 0 && set.containments.length === 0) return children;
    for (const element of set.selections)
      for (const data of named(children, element)) yield* this.#add(selected, yield* this.#selection(data, element));
    for (const element of set.containments)
      for (const data of named(children, element)) yield* this.#add(selected, yield* this.#containment(data, element));
    return selected.size === 0 ? undefined : selected;
  }

  /** Adds a selected node; a node selected by several elements is merged into one. */
  *#add(selected: Map<string, Data>, data: Data | undefined): Steps<void> {
    if (data === undefined) return;
    const { qname } = data.schema;
    const known = selected.get(qname);
    if (known === undefined) {
      selected.set(qname, data);
      return;
    }
    this.hasUnited = true;
    selected.set(qname, yield* union(known, data, this.slice));
  }

  /** Counts visited entries. @throws RpcError when a filter, however short, needs too much work */
  #lookAt({ entries, schema }: List): void {
    this.#entriesLookedAt += entries.size;
    if (this.#entriesLookedAt <= MAX_ENTRIES) return;
    throw new RpcError({
      type: 'application',
      tag: 'resource-denied',
      message: `the filter looks at more than ${MAX_ENTRIES} list entries; name the keys of the entries of "${schema.name}", or each element once`,
    });
  }

  /** Returns the leaf or anyxml when it has the wanted value; for a leaf-list, the items that have it. */
  #match(data: Data, element: XmlElement): Data | undefined {
    switch (data.kind) {
      case 'leaf':
        return this.#has(data, element) ? data : undefined;
      case 'leaf-list': {
        const items = [...data.entries].filter((item) => this.#has(item, element));
        return items.length === 0 ? undefined : leafList(data.schema, entriesFrom(data.schema, items), data.meta);
      }
      case 'any': {
        const wanted = textOf(element).trim();
        const matches =
          plainText(data.content)?.trim() === wanted && matchesAttributes(element, data.meta, data.schema);
        return matches ? data : undefined;
      }
      default:
        return undefined;
    }
  }

  #has({ schema, value, meta }: Leaf | LeafListItem, element: XmlElement): boolean {
    return (
      canonical(value).trim() === wantedValue(element, schema, this.schema) && matchesAttributes(element, meta, schema)
    );
  }

  *#selection(data: Data, element: XmlElement): Steps<Data | undefined> {
    if (element.attributes.length === 0) return data;
    if (data.kind === 'list') {
      const entries = yield* filterEntriesSteps(data.schema, data.entries, this.slice, (entry) =>
        matchesAttributes(element, entry.meta, entry.schema),
      );
      return entries.size === 0 ? undefined : list(data.schema, entries, data.meta);
    }
    if (data.kind !== 'leaf-list') return matchesAttributes(element, data.meta, data.schema) ? data : undefined;
    const items = yield* filterEntriesSteps(data.schema, data.entries, this.slice, (item) =>
      matchesAttributes(element, item.meta, item.schema),
    );
    return items.size === 0 ? undefined : leafList(data.schema, items, data.meta);
  }

  *#containment(data: Data, element: XmlElement): Steps<Data | undefined> {
    const inside = siblingSet(elementsOf(element));
    switch (data.kind) {
      case 'container': {
        const children = matchesAttributes(element, data.meta, data.schema)
          ? yield* this.children(data.children, inside)
          : undefined;
        return children === undefined ? undefined : container(data.schema, children, data.meta);
      }
      case 'list':
        return yield* this.#entries(data, element, inside);
      case 'any': {
        // Content without a schema is selected as a whole: the filter cannot be applied inside.
        if (data.content.form !== 'tree') return data;
        const { tree } = data.content;
        const children = yield* this.children(tree.children, inside);
        return children === undefined
          ? undefined
          : any(data.schema, { form: 'tree', tree: treeOf(tree.schema, children) }, data.meta);
      }
      default:
        return undefined;
    }
  }

  *#entries(data: List, element: XmlElement, inside: SiblingSet): Steps<Data | undefined> {
    const { schema } = data;
    const wanted = wantedEntry(inside, schema, this.schema);
    if (wanted === 'none') return undefined;
    if (wanted === 'any') {
      this.#lookAt(data);
      const entries = yield* mapEntriesSteps(schema, data.entries, this.slice, (entry) =>
        this.#entry(entry, element, inside),
      );
      return entries.size === 0 ? undefined : entries === data.entries ? data : list(schema, entries, data.meta);
    }
    // All keys are given: one lookup instead of a visit of every entry.
    const entry = data.entries.get(wanted.key);
    const selected = entry === undefined ? undefined : yield* this.#entry(entry, element, inside);
    return selected === undefined ? undefined : list(schema, entriesFrom(schema, [selected]), data.meta);
  }

  *#entry(entry: ListEntry, element: XmlElement, inside: SiblingSet): Steps<ListEntry | undefined> {
    const { schema } = entry;
    const children = matchesAttributes(element, entry.meta, schema)
      ? yield* this.children(entry.children, inside)
      : undefined;
    if (children === undefined) return undefined;
    return withChildren(
      entry,
      children === entry.children ? children : new Map([...keysOf(schema, entry.children), ...children]),
    );
  }
}

function* named(children: Children, element: XmlElement): Generator<Data> {
  for (const data of children.values()) if (namesNode(element, data.schema)) yield data;
}
