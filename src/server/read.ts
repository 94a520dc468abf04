/**
 * Reading: running configuration and values of providers, joined into one Tree. Only selected nodes are read, so that one entry
 * of a long state list costs one look-up.
 */

import { knowsAll } from '../access/index.js';
import {
  type Children,
  type Container,
  type Data,
  emptyTree,
  entriesFrom,
  fromValue,
  inSlices,
  type List,
  type ListEntry,
  mergeTrees,
  narrow,
  type ParentData,
  type SelectedChild,
  type Selection,
  TimeSlice,
  type Tree,
} from '../data/index.js';
import type { ContainerNode, DataNode, DataParent, ListNode } from '../yang/index.js';
import type { Caller, Keys } from './call.js';
import { guard, makeCall, type ServerCore } from './core.js';
import { datastoreTree } from './datastore-tree.js';
import { entryKeyValues, noKeys, withKeys } from './keys.js';
import { unlessUnfit } from './left-out.js';
import type { ReadRequest } from './operation.js';
import { framed, type PagedRead } from './paged-read.js';
import { isListState, isPaged, provided } from './provided.js';
import type { ListState, StateFunction } from './provider.js';
import type { Begun, Reader } from './reader.js';
import { requireServed } from './served-datastores.js';

/** Number of configuration entries that are joined with state at a time. */
const CONFIGURED = 500;

/** Reads the whole selection. */
export async function readTree(core: ServerCore, caller: Caller, request: ReadRequest): Promise<Tree> {
  const { seen, children } = await collected(core, caller, request);
  return seen(children);
}

/** Reads the selection, but only the first page of long lists. Further pages are read on request. */
export async function readPages(core: ServerCore, caller: Caller, request: ReadRequest): Promise<PagedRead> {
  const begun: Begun = new Map();
  const { seen, children } = await collected(core, caller, request, begun);
  const tree = await seen(children);
  const lists = [...begun].map(([schema, next]) => ({
    schema,
    next: async () => {
      const page = await next();
      return page && seen(framed(children, page));
    },
  }));
  return { tree, lists };
}

async function collected(
  core: ServerCore,
  caller: Caller,
  request: ReadRequest,
  begun?: Begun,
): Promise<{
  readonly children: Children;
  /** Returns the part of the selected data that the caller may see. */
  seen(children: Children): Promise<Tree>;
}> {
  const endpoint = core.endpoint(caller);
  const stored = caller.view.kind === 'node' ? storedTree(core, caller, request) : emptyTree(endpoint.schema.root);
  const content = request.datastore && request.datastore !== 'operational' ? 'config' : request.content;
  const reader: Reader = {
    ...{ core, caller, endpoint, content, begun },
    held: request.held,
    knowsAll: knowsAll(caller.principal),
    slice: new TimeSlice(caller),
  };
  const children = new Map<string, Data>();
  for (const node of endpoint.schema.root.data.values()) {
    if (!core.access.reaches(caller.principal, node)) continue;
    await collectInto(reader, children, endpoint.schema.root, node, stored.children, request.selection, noKeys);
  }
  const seen = (found: Children) => {
    // Nodes outside the selection need no access check.
    const read = narrow({ kind: 'root', schema: endpoint.schema.root, children: found }, request.selection);
    return inSlices(reader.slice, (slice) => core.access.readable(caller.principal, read, slice));
  };
  return { children, seen };
}

function storedTree(core: ServerCore, caller: Caller, { datastore }: ReadRequest): Tree {
  if (datastore === undefined || datastore === 'operational') return core.running.tree;
  requireServed(core, caller, datastore);
  return datastoreTree(core, datastore);
}

async function collectInto(
  reader: Reader,
  into: Map<string, Data>,
  parent: DataParent,
  node: DataNode,
  stored: Children,
  selection: Selection,
  keys: Keys,
): Promise<void> {
  const selected = selectedChildren(selection, node.qname);
  if (!selected) return;
  const data = await collectNode(reader, parent, node, stored.get(node.qname), selected, keys);
  if (data) into.set(node.qname, data);
}

const EVERYTHING: readonly SelectedChild[] = [{ below: 'all' }];

function selectedChildren(selection: Selection, qname: string): readonly SelectedChild[] | undefined {
  return selection === 'all' ? EVERYTHING : selection.get(qname);
}

async function collectNode(
  reader: Reader,
  parent: DataParent,
  node: DataNode,
  stored: Data | undefined,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<Data | undefined> {
  const { registry } = reader.endpoint;
  const owned = registry.owned(node);
  if (owned)
    return reader.content === 'config' ? undefined : provided(reader, parent, node, owned.read, selected, keys);
  if (!mustLookBelow(reader, node)) return stored;
  const state = reader.content === 'config' ? undefined : registry.state(node);
  const own =
    state && !(isListState(state) && node.config)
      ? await provided(reader, parent, node, state, selected, keys)
      : undefined;
  const base = merge(parent, stored, own);
  switch (node.kind) {
    case 'container':
      return containerWithState(reader, node, base?.kind === 'container' ? base : undefined, selected, keys);
    case 'list':
      return base?.kind === 'list' ? beginWithState(reader, node, base, state, selected, keys) : undefined;
    default:
      return base;
  }
}

/** Runs `listWithState` for the first page of a list that is read in pages. */
function beginWithState(
  reader: Reader,
  node: ListNode,
  base: List,
  state: StateFunction | ListState | undefined,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<List> {
  const { begun } = reader;
  const add = (page: List) => listWithState(reader, node, page, state, selected, keys);
  const provided = begun?.get(node);
  if (begun && provided) {
    begun.set(node, async () => {
      const page = await provided();
      return page && add(page);
    });
  } else if (begun && isPaged(node, selected, keys) && base.entries.size > CONFIGURED) {
    const pages = pagesOf(base);
    const first = pages.next();
    begun.set(node, async () => {
      const page = pages.next();
      return page.done ? undefined : add(page.value);
    });
    if (!first.done) return add(first.value);
  }
  return add(base);
}

/** Yields the entries of one snapshot of configuration in pages. */
function* pagesOf(base: List): Generator<List, void> {
  let page: ListEntry[] = [];
  for (const entry of base.entries) {
    page.push(entry);
    if (page.length < CONFIGURED) continue;
    yield { ...base, entries: entriesFrom(base.schema, page) };
    page = [];
  }
  if (page.length > 0) yield { ...base, entries: entriesFrom(base.schema, page) };
}

/** True when stored configuration cannot be returned unchanged: it has state, or entries that are hidden from the caller. */
function mustLookBelow({ content, knowsAll, endpoint: { registry } }: Reader, node: DataNode): boolean {
  return (content !== 'config' && registry.hasStateBelow(node)) || (!knowsAll && registry.hasConcernsBelow(node));
}

/** True when an entry is wanted whole, or a member of it that is state or has state in it. */
function asksForState(node: ListNode, selected: readonly SelectedChild[]): boolean {
  return selected.some(
    ({ below }) => below === 'all' || [...below.keys()].some((name) => hasState(node.data.get(name))),
  );
}

const withState = new WeakMap<DataNode, boolean>();

/** True for state, and for configuration that has state in it. */
function hasState(node: DataNode | undefined): boolean {
  if (!node) return true;
  const known = withState.get(node) ?? (!node.config || ('data' in node && [...node.data.values()].some(hasState)));
  withState.set(node, known);
  return known;
}

async function containerWithState(
  reader: Reader,
  node: ContainerNode,
  base: Container | undefined,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<Container | undefined> {
  if (!base && node.presence) return undefined;
  const children = new Map(base?.children ?? []);
  await addState(reader, children, node, selected, keys);
  if (children.size === 0 && !base) return undefined;
  return { kind: 'container', schema: node, children, meta: base?.meta };
}

/** Joins list entries from configuration or from the list's provider with their state. */
async function listWithState(
  reader: Reader,
  node: ListNode,
  base: List,
  state: StateFunction | ListState | undefined,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<List> {
  const perEntry = node.config && state !== undefined && isListState(state) ? state : undefined;
  const concerns = reader.knowsAll ? undefined : reader.endpoint.registry.concerns(node);
  const entries: ListEntry[] = [];
  for (const entry of chosenEntries(base, selected)) {
    if (reader.slice.due) await reader.slice.next();
    const inner = withKeys(keys, node, entryKeyValues(node, entry.key));
    if (concerns && !concerns(inner, makeCall(reader.core, reader.caller, inner))) continue;
    let children = new Map(entry.children);
    const below = selected.filter((each) => each.key === undefined || each.key === entry.key);
    if (perEntry && asksForState(node, below)) {
      const call = makeCall(reader.core, reader.caller, inner);
      const value = await guard(reader.core, `reading ${node.path}`, () => perEntry.get(inner, call), call);
      if (value !== undefined) {
        const state = await unlessUnfit(reader.core.log, node, value, () => decodeBelow(reader, node, value));
        if (state) children = new Map(merged(node, entry, state));
      }
    }
    await addState(reader, children, node, below, inner);
    entries.push({ ...entry, children });
  }
  return { ...base, entries: entriesFrom(node, entries) };
}

function* chosenEntries(list: List, selected: readonly SelectedChild[]): Iterable<ListEntry> {
  if (selected.some((each) => each.key === undefined)) {
    yield* list.entries;
    return;
  }
  for (const key of new Set(selected.map((each) => each.key ?? ''))) {
    const entry = list.entries.get(key);
    if (entry) yield entry;
  }
}

async function addState(
  reader: Reader,
  children: Map<string, Data>,
  parent: DataParent,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<void> {
  for (const node of parent.data.values()) {
    if (!mustLookBelow(reader, node)) continue;
    const below = selected.find((each) => selectedChildren(each.below, node.qname));
    if (below) await collectInto(reader, children, parent, node, children, below.below, keys);
  }
}

function decodeBelow(reader: Reader, parent: DataParent, value: unknown): Tree {
  return fromValue(parent, value, { schema: reader.endpoint.schema });
}

function merge(parent: DataParent, a: Data | undefined, b: Data | undefined): Data | undefined {
  if (!a || !b) return a ?? b;
  return mergeTrees(wrap(parent, a), wrap(parent, b)).children.get(a.schema.qname);
}

function wrap(parent: DataParent, data: Data): Tree {
  return { kind: 'root', schema: parent, children: new Map([[data.schema.qname, data]]) };
}

function merged(parent: DataParent, a: ParentData, b: ParentData): Children {
  const rooted = (data: ParentData): Tree => ({ kind: 'root', schema: parent, children: data.children });
  return mergeTrees(rooted(a), rooted(b)).children;
}
