/** Converts values of state providers to data, without values that their model refuses. */
import {
  type Data,
  decodeJsonInTurns,
  entriesFrom,
  type List,
  type ListEntry,
  list,
  RpcError,
  type SelectedChild,
} from '../data/index.js';
import type { DataNode, DataParent, ListNode } from '../yang/index.js';
import { weightOf } from './bytes-under-way.js';
import type { Keys } from './call.js';
import { guard, makeCall } from './core.js';
import { jsonName } from './json-name.js';
import { entryKeyValues, withKeys } from './keys.js';
import { unlessUnfit } from './left-out.js';
import { isBelowContainers } from './paged-read.js';
import { ProvidedPages } from './provided-pages.js';
import type { ListState, StateFunction } from './provider.js';
import type { Reader } from './reader.js';

/** Returns the provider's value of a node as data; undefined when it has none. */
export async function provided(
  reader: Reader,
  parent: DataParent,
  node: DataNode,
  source: StateFunction | ListState,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<Data | undefined> {
  const { core, caller, held } = reader;
  const asked = async () => {
    held?.requireRoom();
    if (isListState(source)) {
      return node.kind === 'list' ? providedList(reader, parent, node, source, selected, keys) : undefined;
    }
    const value = await source(makeCall(core, caller, keys));
    held?.add(weightOf(value));
    return decodeProvided(reader, parent, node, value);
  };
  return guard(core, `reading ${node.path}`, asked, caller);
}

/** Reads a list page by page. Each page is decoded, in time slices, before the next is requested. */
async function providedList(
  reader: Reader,
  parent: DataParent,
  node: ListNode,
  source: ListState,
  selected: readonly SelectedChild[],
  keys: Keys,
): Promise<Data | undefined> {
  const { core, caller, begun, held } = reader;
  const wanted = new Set(selected.map((each) => each.key));
  if (!wanted.has(undefined) || !source.list) return providedEntries(reader, parent, node, source, wanted, keys);
  const pages = new ProvidedPages({
    core,
    caller,
    node,
    source: source.list.bind(source),
    keys,
    members: membersOf(selected),
    held,
  });
  let known = new Set<string>();
  const next = async () => {
    if (pages.isOver) return undefined;
    const part = await decodeProvided(reader, parent, node, await pages.next());
    if (reader.slice.over) await reader.slice.next();
    if (part?.kind !== 'list') return undefined;
    // Of a list that is sent while it is read, only the keys of the last page are kept.
    if (begun) known = differing(node, part, known, new Set());
    else differing(node, part, known, known);
    return part;
  };
  if (begun && isPaged(node, selected, keys)) {
    const first = await next();
    if (!pages.isOver) {
      pages.continueLater();
      begun.set(node, () => guard(core, `reading ${node.path}`, next, caller));
    }
    return first;
  }
  const entries: ListEntry[] = [];
  while (!pages.isOver) for (const entry of (await next())?.entries ?? []) entries.push(entry);
  return entries.length === 0 ? undefined : list(node, entriesFrom(node, entries));
}

/** Adds the keys of a page to `into`. @throws Error when a key is already in `into` or `before` */
function differing(node: ListNode, page: List, before: ReadonlySet<string>, into: Set<string>): Set<string> {
  if (node.keys.length === 0) return into;
  for (const { key } of page.entries) {
    if (before.has(key) || into.has(key)) throw new Error(`the provider of ${node.path} gives an entry twice`);
    into.add(key);
  }
  return into;
}

/** Returns the members that a selection names; undefined: all. */
function membersOf(selected: readonly SelectedChild[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { below } of selected) {
    if (below === 'all') return undefined;
    for (const name of below.keys()) names.add(name);
  }
  return names;
}

/** Reads the entries with the given keys. */
async function providedEntries(
  reader: Reader,
  parent: DataParent,
  node: ListNode,
  source: ListState,
  wanted: ReadonlySet<string | undefined>,
  keys: Keys,
): Promise<Data | undefined> {
  const values: unknown[] = [];
  for (const key of wanted) {
    if (key === undefined) continue;
    const inner = withKeys(keys, node, entryKeyValues(node, key));
    const value = await source.get(inner, makeCall(reader.core, reader.caller, inner));
    if (value === undefined) continue;
    reader.held?.take(weightOf(value));
    values.push(value);
  }
  return decodeProvided(reader, parent, node, values);
}

/** Decodes a provider's value of a node, long ones in time slices, without values that its model refuses. */
async function decodeProvided(
  reader: Reader,
  parent: DataParent,
  node: DataNode,
  value: unknown,
): Promise<Data | undefined> {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  const { core, endpoint, slice } = reader;
  const decode = async (part: unknown) => {
    const members = { [jsonName(parent, node)]: part };
    const tree = await decodeJsonInTurns(parent, members, { schema: endpoint.schema }, slice);
    return tree.children.get(node.qname);
  };
  if (node.kind !== 'list' || !Array.isArray(value)) return unlessUnfit(core.log, node, value, () => decode(value));
  try {
    return await decode(value);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
  return fittingEntries(reader, node, value, decode);
}

/** Decodes the entries of a page one by one, because some are refused. */
async function fittingEntries(
  { core }: Reader,
  node: ListNode,
  page: readonly unknown[],
  decode: (part: unknown) => Promise<Data | undefined>,
): Promise<Data | undefined> {
  const entries: ListEntry[] = [];
  for (const value of page) {
    const part = await unlessUnfit(core.log, node, value, () => decode([value]));
    if (part?.kind === 'list') entries.push(...part.entries);
  }
  return entries.length === 0 ? undefined : list(node, entriesFrom(node, entries));
}

export function isListState(source: StateFunction | ListState): source is ListState {
  return typeof source !== 'function';
}

/** True when all entries of the list are requested, and the answer can have only one such list. */
export function isPaged(node: ListNode, selected: readonly SelectedChild[], keys: Keys): boolean {
  return (
    keys.length === 0 &&
    node.keys.length > 0 &&
    selected.some(({ key }) => key === undefined) &&
    isBelowContainers(node)
  );
}
