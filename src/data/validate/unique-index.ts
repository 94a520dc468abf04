/**
 * The values of list entries in the leafs of a `unique`, kept with the list: checking a changed list then costs as much
 * as the change, not as the list.
 */
import type { DataNode, ListNode } from '../../yang/schema.js';
import { type BNode, EMPTY_NODE, insert, lookup, remove } from '../entries/btree.js';
import { entryChanges } from '../entries/index.js';
import type { List, ListEntry } from '../tree.js';
import { conditionsOf } from './facts.js';

/** Entry keys by their values; persistent, so that each version of the list has its own. */
type Index = BNode<string>;

/** One index per `unique`, by the entries of a valid list. */
const known = new WeakMap<List['entries'], readonly Index[]>();

/** Returns the values of an entry as one text; undefined when a value is missing. */
export type ValuesOf = (entry: ListEntry, paths: readonly (readonly string[])[]) => string | undefined;

/**
 * Checks that a list made from a valid one keeps its `unique` constraints, and stores the result for the next version.
 *
 * @returns true when it does; false when it does not, or the changes alone cannot tell
 */
export function* keepsUnique(
  before: List,
  list: List,
  valuesOf: ValuesOf,
  isDue: () => boolean,
): Generator<undefined, boolean> {
  if (!dependsOnEntries(list.schema)) return false;
  const last = known.get(before.entries) ?? (yield* indicesOf(before, valuesOf, isDue));
  known.set(before.entries, last);
  if (before.entries === list.entries) return true;
  const { changed } = entryChanges(before.entries, list.entries);
  const next: Index[] = [];
  for (const [at, paths] of list.schema.unique.entries()) {
    let index = last[at] ?? EMPTY_NODE;
    // Removals come first: entries may exchange their values.
    for (const { before: old } of changed) {
      const values = old && valuesOf(old, paths);
      if (values !== undefined) index = remove(index, values);
      if (isDue()) yield;
    }
    for (const { after: now } of changed) {
      const values = now && valuesOf(now, paths);
      if (isDue()) yield;
      if (!now || values === undefined) continue;
      if (lookup(index, values) !== undefined) return false;
      index = insert(index, values, now.key);
    }
    next.push(index);
  }
  known.set(list.entries, next);
  return true;
}

function* indicesOf(
  { schema, entries }: List,
  valuesOf: ValuesOf,
  isDue: () => boolean,
): Generator<undefined, readonly Index[]> {
  const indices: Index[] = [];
  for (const paths of schema.unique) {
    let index: Index = EMPTY_NODE;
    for (const entry of entries) {
      if (isDue()) yield;
      const values = valuesOf(entry, paths);
      if (values !== undefined) index = insert(index, values, entry.key);
    }
    indices.push(index);
  }
  return indices;
}

const answers = new WeakMap<ListNode, boolean>();

/** True when the values of an entry, defaults included, depend on the entry alone: no condition reads other nodes. */
function dependsOnEntries(schema: ListNode): boolean {
  const found = answers.get(schema) ?? schema.unique.every((paths) => paths.every((path) => isPlain(schema, path)));
  answers.set(schema, found);
  return found;
}

function isPlain(schema: ListNode, path: readonly string[]): boolean {
  let data: ReadonlyMap<string, DataNode> = schema.data;
  let conditions = 0;
  for (const qname of path) {
    const node = data.get(qname);
    if (!node) return false;
    conditions += conditionsOf(node).length;
    if (node.kind === 'leaf') return node.default === undefined || conditions === 0;
    if (node.kind !== 'container') return false;
    data = node.data;
  }
  return false;
}
