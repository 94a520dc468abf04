/** A read with long lists in pages, and its presentation by a face page by page. */
import {
  type Children,
  type Data,
  dataParentOf,
  entriesFrom,
  type FurtherEntries,
  type List,
  type ListEntry,
  type Tree,
  withChildren,
} from '../data/index.js';
import type { DataNode, ListNode } from '../yang/index.js';

export interface PagedRead {
  /** The result without the further pages. */
  readonly tree: Tree;
  /** Lists of which `tree` has only the first page. Their ancestors are containers. */
  readonly lists: readonly PagedList[];
}

interface PagedList {
  readonly schema: ListNode;
  /** Returns the next page with its ancestors and their leaves; undefined at the end. */
  next(): Promise<Tree | undefined>;
}

/** The shown part of a read. */
export interface ShownPages<Shown> {
  /** The shown part of the tree; undefined when no page shows anything. */
  readonly shown: Shown | undefined;
  /** The further entries of its lists; undefined when there are none. */
  readonly further: FurtherEntries | undefined;
}

/**
 * Applies `show` to the first page of a read, and to each further page when it is requested. Pages that show nothing are
 * skipped.
 */
export async function shownPages<Shown extends Tree | Data | ListEntry>(
  { tree, lists }: PagedRead,
  show: (tree: Tree) => Promise<Shown | undefined>,
): Promise<ShownPages<Shown>> {
  let shown = await show(tree);
  let all = tree;
  const further = new Further(lists, async (page, list) => {
    const found = await show(page);
    return found ? entriesOf(found, list) : [];
  });
  for (const { schema } of lists) {
    if (shown && entriesOf(shown, schema).length > 0) continue;
    const page = await further.firstThatShows(schema);
    if (!page) continue;
    all = withList(all, schema, page);
    shown = await show(all);
  }
  return { shown, further: lists.length === 0 ? undefined : further };
}

interface Going {
  readonly list: PagedList;
  ready: readonly ListEntry[];
  isOver: boolean;
}

class Further implements FurtherEntries {
  readonly #lists: ReadonlyMap<DataNode, Going>;
  readonly #around = new Set<DataNode>();
  readonly #show: (page: Tree, list: ListNode) => Promise<readonly ListEntry[]>;
  #wanted: Going | undefined;

  constructor(lists: readonly PagedList[], show: (page: Tree, list: ListNode) => Promise<readonly ListEntry[]>) {
    this.#lists = new Map(lists.map((list) => [list.schema, { list, ready: [], isOver: false }]));
    this.#show = show;
    for (const { schema } of lists) for (const node of around(schema)) this.#around.add(node);
  }

  has(node: DataNode): boolean {
    return this.#around.has(node);
  }

  next(list: ListNode): readonly ListEntry[] | 'later' | undefined {
    const going = this.#lists.get(list);
    if (!going) return undefined;
    const { ready } = going;
    if (ready.length > 0) {
      going.ready = [];
      return ready;
    }
    if (going.isOver) return undefined;
    this.#wanted = going;
    return 'later';
  }

  get isWanted(): boolean {
    return this.#wanted !== undefined;
  }

  async fetch(): Promise<void> {
    const going = this.#wanted;
    this.#wanted = undefined;
    if (!going) return;
    while (going.ready.length === 0 && !going.isOver) {
      const page = await going.list.next();
      if (page) going.ready = await this.#show(page, going.list.schema);
      else going.isOver = true;
    }
  }

  /** Returns the first page of a list that shows an entry, as it was read. */
  async firstThatShows(list: ListNode): Promise<Tree | undefined> {
    const going = this.#lists.get(list);
    while (going && !going.isOver) {
      const page = await going.list.next();
      if (!page) going.isOver = true;
      else if ((await this.#show(page, list)).length > 0) return page;
    }
    return undefined;
  }
}

/** Returns the list and the containers above it, outermost first. */
function around(list: ListNode): DataNode[] {
  const nodes: DataNode[] = [list];
  for (
    let parent = dataParentOf(list);
    parent.kind === 'container' || parent.kind === 'list';
    parent = dataParentOf(parent)
  )
    nodes.unshift(parent);
  return nodes;
}

/** True when all ancestors of the list are containers. */
export function isBelowContainers(list: ListNode): boolean {
  return around(list).every((node) => node === list || node.kind === 'container');
}

/** Counts the nodes from the top to the list, itself included. */
export function levelsOf(list: ListNode): number {
  return around(list).length;
}

/** Returns a page inside the containers above it, with their leaves, which filters compare. */
export function framed(children: Children, page: List): Children {
  return inside(children, around(page.schema), page);
}

function inside(children: Children, [first, ...rest]: readonly DataNode[], page: List): Children {
  if (first === undefined || first === page.schema) return new Map([[page.schema.qname, page]]);
  const data = children.get(first.qname);
  if (data?.kind !== 'container') return new Map();
  const leafs = [...data.children].filter(([, each]) => each.kind === 'leaf' || each.kind === 'leaf-list');
  return new Map([[first.qname, withChildren(data, new Map([...leafs, ...inside(data.children, rest, page)]))]]);
}

/** Returns the shown entries of a list. */
function entriesOf(shown: Tree | Data | ListEntry, list: ListNode): readonly ListEntry[] {
  if (shown.kind === 'list') return shown.schema === list ? [...shown.entries] : [];
  if (shown.kind !== 'root' && shown.kind !== 'container') return [];
  let children = shown.children;
  for (const node of around(list)) {
    const data = children.get(node.qname);
    if (data?.kind === 'container') children = data.children;
    else if (data?.kind === 'list' && data.schema === list) return [...data.entries];
  }
  return [];
}

/** Returns the tree with its entries of the list replaced by those of a page. */
function withList(tree: Tree, list: ListNode, page: Tree): Tree {
  return withChildren(tree, replaced(tree.children, around(list), list, page));
}

function replaced(children: Children, [first, ...rest]: readonly DataNode[], list: ListNode, page: Tree): Children {
  if (first === undefined) return children;
  const changed = new Map(children);
  const data = children.get(first.qname);
  if (first === list)
    changed.set(list.qname, { kind: 'list', schema: list, entries: entriesFrom(list, entriesOf(page, list)) });
  else if (data?.kind === 'container')
    changed.set(first.qname, withChildren(data, replaced(data.children, rest, list, page)));
  else {
    // The container had no other readable content.
    const found = page.children.get(first.qname);
    if (found) changed.set(first.qname, found);
  }
  return changed;
}
