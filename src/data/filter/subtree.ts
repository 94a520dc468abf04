/** Subtree filtering (RFC 6241 §6). */
import type { ListNode, Schema } from '../../yang/schema.js';
import { canonical } from '../../yang/types.js';
import { keysOf } from '../encoding/content.js';
import { entriesFrom, mapEntries } from '../entries/index.js';
import { any, container, leafList, list, NO_CHILDREN, treeOf, withChildren } from '../nodes.js';
import { RpcError } from '../rpc-error.js';
import { noteSchema } from '../schema-of.js';
import type { Children, Data, Leaf, LeafListItem, List, ListEntry, Tree } from '../tree.js';
import type { Turns } from '../turns.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement } from '../xml/element.js';
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
import { unionChildren } from './union.js';

/**
 * What the filter selects of the document; nothing when the filter is empty (§6.4.2). `filter` is the `<filter>` element. Entries that
 * are selected in part keep their keys, without which nobody could tell whose part it is.
 *
 * @throws RpcError resource-denied when it looks at list entries too often
 */
export function subtreeFilter(tree: Tree, filter: XmlElement, schema: Schema): Tree {
  noteSchema(schema);
  let selected: Children = NO_CHILDREN;
  const subtree = new SubtreeFilter(schema);
  for (const set of topLevelSets(filter))
    selected = unionChildren(selected, subtree.children(tree.children, set) ?? NO_CHILDREN);
  return treeOf(tree.schema, inDocumentOrder(selected, tree.children), tree.meta);
}

/** The same without keeping others waiting: a list that is looked at entry by entry is so in slices of a few milliseconds. */
export async function subtreeFilterInTurns(
  tree: Tree,
  filter: XmlElement,
  schema: Schema,
  turns: Turns,
): Promise<Tree> {
  noteSchema(schema);
  let selected: Children = NO_CHILDREN;
  const subtree = new SubtreeFilter(schema);
  for (const set of topLevelSets(filter))
    selected = unionChildren(selected, (await subtree.childrenInTurns(tree.children, set, turns)) ?? NO_CHILDREN);
  return treeOf(tree.schema, inDocumentOrder(selected, tree.children), tree.meta);
}

/** List entries that one filter may look at, each as often as elements ask for it. */
const MAX_ENTRIES = 2_000_000;

class SubtreeFilter {
  #entriesLookedAt = 0;

  constructor(readonly schema: Schema) {}

  /** What a sibling set selects of the children of one node; undefined when it selects nothing. */
  children(children: Children, set: SiblingSet): Children | undefined {
    const selected = this.#begin(children, set);
    if (!(selected instanceof Selected)) return selected;
    for (const element of set.containments)
      for (const data of named(children, element)) selected.add(this.#containment(data, element));
    return selected.result;
  }

  /** The same in slices. */
  async childrenInTurns(children: Children, set: SiblingSet, turns: Turns): Promise<Children | undefined> {
    const selected = this.#begin(children, set);
    if (!(selected instanceof Selected)) return selected;
    for (const element of set.containments)
      for (const data of named(children, element)) selected.add(await this.#containmentInTurns(data, element, turns));
    return selected.result;
  }

  /** Matches and selections; the outcome itself where there is nothing to look into. */
  #begin(children: Children, set: SiblingSet): Selected | Children | undefined {
    const selected = new Selected();
    for (const element of set.matches) {
      const matched = [...named(children, element)]
        .map((data) => this.#match(data, element))
        .filter((data) => data !== undefined);
      // One that does not match takes its siblings with it (§6.2.5).
      if (matched.length === 0) return undefined;
      for (const data of matched) selected.add(data);
    }
    if (set.selections.length === 0 && set.containments.length === 0) return children;
    for (const element of set.selections)
      for (const data of named(children, element)) selected.add(this.#selection(data, element));
    return selected;
  }

  /** @throws RpcError when the filter, though it is short enough to be read, asks for too much work */
  #lookAt({ entries, schema }: List): void {
    this.#entriesLookedAt += entries.size;
    if (this.#entriesLookedAt <= MAX_ENTRIES) return;
    throw new RpcError({
      type: 'application',
      tag: 'resource-denied',
      message: `the filter looks at more than ${MAX_ENTRIES} list entries; name the keys of the entries of "${schema.name}", or each element once`,
    });
  }

  /** The leaf, or anyxml, when it has the wanted value; the items of a leaf-list that have it. */
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

  #selection(data: Data, element: XmlElement): Data | undefined {
    if (element.attributes.length === 0) return data;
    if (data.kind === 'list')
      return keepEntries(data, (entry) => (matchesAttributes(element, entry.meta, entry.schema) ? entry : undefined));
    if (data.kind !== 'leaf-list') return matchesAttributes(element, data.meta, data.schema) ? data : undefined;
    const entries = mapEntries(data.schema, data.entries, (item) =>
      matchesAttributes(element, item.meta, item.schema) ? item : undefined,
    );
    return entries.size === 0 ? undefined : leafList(data.schema, entries, data.meta);
  }

  #containment(data: Data, element: XmlElement): Data | undefined {
    const inside = siblingSet(elementsOf(element));
    switch (data.kind) {
      case 'container': {
        const children = matchesAttributes(element, data.meta, data.schema)
          ? this.children(data.children, inside)
          : undefined;
        return children === undefined ? undefined : container(data.schema, children, data.meta);
      }
      case 'list':
        return this.#entries(data, element, inside);
      case 'any': {
        // Content without a schema is not looked into: all of it is selected rather than none.
        if (data.content.form !== 'tree') return data;
        const { tree } = data.content;
        const children = this.children(tree.children, inside);
        return children === undefined
          ? undefined
          : any(data.schema, { form: 'tree', tree: treeOf(tree.schema, children) }, data.meta);
      }
      default:
        return undefined;
    }
  }

  /** What may hold, or be, a list that is looked at entry by entry. */
  async #containmentInTurns(data: Data, element: XmlElement, turns: Turns): Promise<Data | undefined> {
    if (data.kind !== 'container' && data.kind !== 'list') return this.#containment(data, element);
    const inside = siblingSet(elementsOf(element));
    if (data.kind === 'container') {
      if (!matchesAttributes(element, data.meta, data.schema)) return undefined;
      const children = await this.childrenInTurns(data.children, inside, turns);
      return children === undefined ? undefined : container(data.schema, children, data.meta);
    }
    if (wantedEntry(inside, data.schema, this.schema) !== 'any') return this.#entries(data, element, inside);
    this.#lookAt(data);
    const select = this.#selector(data.schema, element, inside);
    const kept: ListEntry[] = [];
    let same = true;
    for (const entry of data.entries) {
      if (turns.due) await turns.next();
      const selected = select(entry);
      same &&= selected === entry;
      if (selected !== undefined) kept.push(selected);
    }
    if (same || kept.length === 0) return same ? data : undefined;
    return list(data.schema, entriesFrom(data.schema, kept), data.meta);
  }

  #entries(data: List, element: XmlElement, inside: SiblingSet): Data | undefined {
    const { schema } = data;
    const select = this.#selector(schema, element, inside);
    const wanted = wantedEntry(inside, schema, this.schema);
    if (wanted === 'none') return undefined;
    if (wanted === 'any') {
      this.#lookAt(data);
      return keepEntries(data, select);
    }
    // All keys are given: one look-up instead of a look at every entry.
    const entry = data.entries.get(wanted.key);
    const selected = entry === undefined ? undefined : select(entry);
    return selected === undefined ? undefined : list(schema, entriesFrom(schema, [selected]), data.meta);
  }

  /** What is selected of an entry of a list. */
  #selector(schema: ListNode, element: XmlElement, inside: SiblingSet): (entry: ListEntry) => ListEntry | undefined {
    return (entry: ListEntry): ListEntry | undefined => {
      const children = matchesAttributes(element, entry.meta, schema)
        ? this.children(entry.children, inside)
        : undefined;
      if (children === undefined) return undefined;
      return withChildren(
        entry,
        children === entry.children ? children : new Map([...keysOf(schema, entry.children), ...children]),
      );
    };
  }
}

/** Children that are selected, a node that several elements select being once among them. */
class Selected {
  readonly #children = new Map<string, Data>();

  get result(): Children | undefined {
    return this.#children.size === 0 ? undefined : this.#children;
  }

  add(data: Data | undefined): void {
    if (data === undefined) return;
    const { qname } = data.schema;
    const known = this.#children.get(qname);
    const both = known && unionChildren(new Map([[qname, known]]), new Map([[qname, data]])).get(qname);
    this.#children.set(qname, both ?? data);
  }
}

function* named(children: Children, element: XmlElement): Generator<Data> {
  for (const data of children.values()) if (namesNode(element, data.schema)) yield data;
}

function keepEntries(data: List, select: (entry: ListEntry) => ListEntry | undefined): List | undefined {
  const entries = mapEntries(data.schema, data.entries, select);
  return entries.size === 0 ? undefined : entries === data.entries ? data : list(data.schema, entries, data.meta);
}
