/** A read of which long lists come in pages, and what a face shows of each page. */
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
  /** All but what comes in further pages. */
  readonly tree: Tree;
  /** Lists of which `tree` has the first page only. All that they stand in are containers. */
  readonly lists: readonly PagedList[];
}

interface PagedList {
  readonly schema: ListNode;
  /** The next page, with what it stands in and the leafs beside that; undefined at the end. */
  next(): Promise<Tree | undefined>;
}

/** What is shown of a read. */
export interface ShownPages<Shown> {
  /** What is shown of the tree; undefined where that is nothing, in all pages. */
  readonly shown: Shown | undefined;
  /** What follows in lists that it has; undefined: nothing. */
  readonly further: FurtherEntries | undefined;
}

/**
 * Shows the first page of a read by `show`, and each further page by the same when it is asked for. A list whose first pages
 * show nothing is read on to the first that does.
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

  /** The first page of a list that shows an entry, as it was read. */
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

/** The list and the containers that it stands in, outermost first. */
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

/** True where all that the list stands in are containers. */
export function isBelowContainers(list: ListNode): boolean {
  return around(list).every((node) => node === list || node.kind === 'container');
}

/** Nodes from the top to the list, itself included. */
export function levelsOf(list: ListNode): number {
  return around(list).length;
}

/** A page in the containers that it stands in, with the leafs of those: filters compare them. */
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

/** The entries of a list in what is shown. */
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

/** The tree with the entries of a page in place of those that it has. */
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
    // Nothing of the container was readable but what comes now.
    const found = page.children.get(first.qname);
    if (found) changed.set(first.qname, found);
  }
  return changed;
}
