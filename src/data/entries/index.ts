/** Persistent entries of lists and leaf-lists: selects the kind for a schema node, makes and maps entries. */
import type { LeafListNode, ListNode } from '../../yang/schema.js';
import type { Entries } from '../entries.js';
import { systemEntries, systemEntriesFrom } from './system-entries.js';
import { userEntries, userEntriesFrom } from './user-entries.js';

export { entryChanges } from './entry-changes.js';
export { systemEntries, systemEntriesFrom, userEntries, userEntriesFrom };

/**
 * True when entries keep the given order: ordered-by user, and everything that is not configuration, where the order
 * has a meaning for the provider (RFC 7950 §7.7.7: newest first, most urgent first).
 */
export function keepsOrder(schema: ListNode | LeafListNode): boolean {
  return schema.orderedBy === 'user' || !schema.config;
}

/** True when only the position identifies an entry. */
export function isPositional(schema: ListNode | LeafListNode): boolean {
  return schema.kind === 'list' ? schema.keys.length === 0 : !schema.config;
}

export function noEntries<T>(schema: ListNode | LeafListNode): Entries<T> {
  return keepsOrder(schema) ? userEntries() : systemEntries();
}

export function entriesFrom<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  items: readonly T[],
): Entries<T> {
  return keepsOrder(schema) ? userEntriesFrom(items) : systemEntriesFrom(items);
}

/** Returns the entries changed by `change` (undefined drops one); the same sequence when nothing changed. */
export function mapEntries<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  entries: Entries<T>,
  change: (entry: T) => T | undefined,
): Entries<T> {
  const kept: T[] = [];
  let same = true;
  for (const entry of entries) {
    const changed = change(entry);
    if (changed !== entry) same = false;
    if (changed !== undefined) kept.push(changed);
  }
  return same ? entries : entriesFrom(schema, kept);
}
