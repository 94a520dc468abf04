import type { LeafListNode, ListNode } from '../../yang/schema.js';
import type { Entries } from '../entries.js';
import type { Steps, TimeSlice } from '../time-slice.js';
import type { Children, Data } from '../tree.js';
import { entriesFrom } from './index.js';

/** Works as `mapEntries`, in steps, when the list or the change of one entry may take long. */
export function* mapEntriesSteps<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  entries: Entries<T>,
  slice: TimeSlice,
  change: (entry: T) => Steps<T | undefined>,
): Steps<Entries<T>> {
  const kept: T[] = [];
  let same = true;
  for (const entry of entries) {
    if (slice.due) yield;
    const changed = yield* change(entry);
    if (changed !== entry) same = false;
    if (changed !== undefined) kept.push(changed);
  }
  return same ? entries : entriesFrom(schema, kept);
}

/** Returns the entries that pass a test; the same sequence when all do. */
export function* filterEntriesSteps<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  entries: Entries<T>,
  slice: TimeSlice,
  passes: (entry: T) => boolean,
): Steps<Entries<T>> {
  const kept: T[] = [];
  for (const entry of entries) {
    if (slice.due) yield;
    if (passes(entry)) kept.push(entry);
  }
  return kept.length === entries.size ? entries : entriesFrom(schema, kept);
}

/** Works as `mapChildren`, in steps, when it may take long. */
export function* mapChildrenSteps(
  children: Children,
  change: (data: Data) => Steps<Data | undefined>,
): Steps<Children> {
  let result: Map<string, Data> | undefined;
  for (const [qname, data] of children) {
    const changed = yield* change(data);
    if (changed === data) continue;
    result ??= new Map(children);
    if (changed === undefined) result.delete(qname);
    else result.set(qname, changed);
  }
  return result ?? children;
}
