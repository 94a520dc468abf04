/**
 * Reading: running configuration and what providers say, put together into one Tree, along the selection only, so
 * that one entry of a long state list costs one look-up.
 */

import { knowsAll } from '../access/index.js';
import {
  type Children,
  type Container,
  type Data,
  decodeJsonInTurns,
  emptyTree,
  entriesFrom,
  fromValue,
  inSlices,
  type List,
  type ListEntry,
  list,
  mergeTrees,
  narrow,
  type ParentData,
  type SelectedChild,
  type Selection,
  type Tree,
  Turns,
} from '../data/index.js';
import type { ContainerNode, DataNode, DataParent, ListNode } from '../yang/index.js';
import type { Caller, Keys } from './call.js';
import { type Face, guard, makeCall, type ServerContext } from './context.js';
import { requireServed } from './datastores/served.js';
import { datastoreTree } from './datastores/trees.js';
import { entryKeyValues, noKeys, withKeys } from './keys.js';
import type { ReadRequest } from './operation.js';
import type { ListState, StateFunction } from './provider.js';

const PAGE = 500;

export async function readTree(context: ServerContext, caller: Caller, request: ReadRequest): Promise<Tree> {
  const face = context.face(caller);
  const stored = caller.view.kind === 'node' ? storedTree(context, caller, request) : emptyTree(face.schema.root);
  const content = request.datastore && request.datastore !== 'operational' ? 'config' : request.content;
  const reader: Reader = {
    ...{ context, caller, face, content },
    knowsAll: knowsAll(caller.principal),
    turns: new Turns(caller),
  };
  const children = new Map<string, Data>();
  for (const node of face.schema.root.data.values()) {
    if (!context.access.reaches(caller.principal, node)) continue;
    await collectInto(reader, children, face.schema.root, node, stored.children, request.selection, noKeys);
  }
  // Of what was not asked for nothing need be found out, be it readable or not.
  const read = narrow({ kind: 'root', schema: face.schema.root, children }, request.selection);
  return inSlices(reader.turns, (turns) => context.access.readable(caller.principal, read, turns));
}

function storedTree(context: ServerContext, caller: Caller, { datastore }: ReadRequest): Tree {
  if (datastore === undefined || datastore === 'operational') return context.running.tree;
  requireServed(context, caller, datastore);
  return datastoreTree(context, datastore);
}

interface Reader {
  readonly context: ServerContext;
  readonly caller: Caller;
  readonly face: Face;
  readonly content: ReadRequest['content'];
  /** There is no configured entry that the caller may not know of. */
  readonly knowsAll: boolean;
  /** Long lists of state are put together in short slices. */
  readonly turns: Turns;
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
  const { registry } = reader.face;
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
      return base?.kind === 'list' ? listWithState(reader, node, base, state, selected, keys) : undefined;
    default:
      return base;
  }
}

/** Stored configuration is given as it is, unless state belongs to it or some of it does not concern the caller. */
function mustLookBelow({ content, knowsAll, face: { registry } }: Reader, node: DataNode): boolean {
  return (content !== 'config' && registry.hasStateBelow(node)) || (!knowsAll && registry.hasConcernsBelow(node));
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

/** State of the entries that configuration or the list's own provider has. */
async function listWithState(
  reader: Reader,
  node: ListNode,
  base: List,
  state: StateFunction | ListState | undefined,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<List> {
  const perEntry = node.config && state !== undefined && isListState(state) ? state : undefined;
  const concerns = reader.knowsAll ? undefined : reader.face.registry.concerns(node);
  const entries: ListEntry[] = [];
  for (const entry of chosenEntries(base, selected)) {
    if (reader.turns.due) await reader.turns.next();
    const inner = withKeys(keys, node, entryKeyValues(node, entry.key));
    if (concerns && !concerns(inner, makeCall(reader.context, reader.caller, inner))) continue;
    let children = new Map(entry.children);
    if (perEntry) {
      const call = makeCall(reader.context, reader.caller, inner);
      const value = await guard(reader.context, `reading ${node.path}`, () => perEntry.get(inner, call), call.signal);
      if (value !== undefined) children = new Map(merged(node, entry, decodeBelow(reader, node, value)));
    }
    const below = selected.filter((each) => each.key === undefined || each.key === entry.key);
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

/** What a provider says of a node, as data; undefined when it has nothing. */
async function provided(
  reader: Reader,
  parent: DataParent,
  node: DataNode,
  source: StateFunction | ListState,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<Data | undefined> {
  const { context, caller } = reader;
  const asked = async () => {
    if (!isListState(source))
      return decodeProvided(reader, parent, node, await source(makeCall(context, caller, keys)));
    return node.kind === 'list' ? providedList(reader, parent, node, source, selected, keys) : undefined;
  };
  return guard(context, `reading ${node.path}`, asked, caller.signal);
}

/** A list page by page: each is made data, in its own slices, before the next is asked for. */
async function providedList(
  reader: Reader,
  parent: DataParent,
  node: ListNode,
  source: ListState,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<Data | undefined> {
  const entries: ListEntry[] = [];
  const known = new Set<string>();
  for await (const page of pagesOf(reader, node, source, selected, keys)) {
    const part = await decodeProvided(reader, parent, node, page);
    if (part?.kind !== 'list') continue;
    for (const entry of part.entries) {
      if (node.keys.length > 0 && known.size === known.add(entry.key).size)
        throw new Error(`the provider of ${node.path} gives an entry twice`);
      entries.push(entry);
    }
    if (reader.turns.over) await reader.turns.next();
  }
  return entries.length === 0 ? undefined : list(node, entriesFrom(node, entries));
}

async function* pagesOf(
  reader: Reader,
  node: ListNode,
  source: ListState,
  selected: readonly SelectedChild[],
  keys: Keys,
): AsyncGenerator<readonly unknown[], void> {
  const wanted = new Set(selected.map((each) => each.key));
  if (!wanted.has(undefined) || !source.list) {
    for (const key of wanted) {
      if (key === undefined) continue;
      const inner = withKeys(keys, node, entryKeyValues(node, key));
      const value = await source.get(inner, makeCall(reader.context, reader.caller, inner));
      if (value !== undefined) yield [value];
    }
    return;
  }
  const call = makeCall(reader.context, reader.caller, keys);
  for (let after: Keys | undefined; ; ) {
    const page = await source.list({ after, limit: PAGE }, call);
    yield page;
    const last = page.at(-1);
    if (page.length < PAGE || !isRecord(last)) return;
    after = withKeys(
      keys,
      node,
      node.keys.map((leaf) => last[leaf.name] as string),
    );
  }
}

/** A provider's value of a node as data, decoded in slices where it is long. */
async function decodeProvided(
  reader: Reader,
  parent: DataParent,
  node: DataNode,
  value: unknown,
): Promise<Data | undefined> {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  const members = { [memberName(parent, node)]: value };
  const tree = await decodeJsonInTurns(parent, members, { schema: reader.face.schema }, reader.turns);
  return tree.children.get(node.qname);
}

export function isListState(source: StateFunction | ListState): source is ListState {
  return typeof source !== 'function';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The RFC 7951 member name of a child: qualified at the top and where the module changes. */
export function memberName(parent: DataParent, node: DataNode): string {
  return parent.kind === 'root' || node.module.name !== parent.module.name ? node.qname : node.name;
}

function decodeBelow(reader: Reader, parent: DataParent, value: unknown): Tree {
  return fromValue(parent, value, { schema: reader.face.schema });
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
