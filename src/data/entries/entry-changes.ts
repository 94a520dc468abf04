/** The entries that differ between two sequences, by identity; fast when one was made from the other. */
import type { Entries } from '../entries.js';
import { type Change, changes } from './btree-changes.js';
import { SystemEntries } from './system-entries.js';
import { UserEntries } from './user-entries.js';

export interface EntryChanges<T> {
  /** Entries added, removed or replaced by another object, each key once. */
  readonly changed: readonly Change<T>[];
  /**
   * For ordered sequences: keys in both whose position may have changed (a superset of the moved ones). All other
   * entries keep their relative order.
   */
  readonly moved: ReadonlySet<string>;
}

export function entryChanges<T extends { readonly key: string }>(
  before: Entries<T>,
  after: Entries<T>,
): EntryChanges<T> {
  if (before instanceof SystemEntries && after instanceof SystemEntries) {
    return { changed: changes<T>(before.root, after.root), moved: new Set() };
  }
  if (before instanceof UserEntries && after instanceof UserEntries) return orderedChanges<T>(before, after);
  throw new TypeError('entries of differently ordered lists cannot be compared');
}

function orderedChanges<T>(before: UserEntries<T>, after: UserEntries<T>): EntryChanges<T> {
  const byKey = new Map<string, { before?: T; after?: T; from?: string; to?: string }>();
  const note = (key: string): { before?: T; after?: T; from?: string; to?: string } => {
    const known = byKey.get(key) ?? {};
    byKey.set(key, known);
    return known;
  };
  for (const change of changes(before.order, after.order)) {
    if (change.before !== undefined)
      Object.assign(note(change.before.key), { before: change.before.value, from: change.key });
    if (change.after !== undefined)
      Object.assign(note(change.after.key), { after: change.after.value, to: change.key });
  }
  const changed: Change<T>[] = [];
  const moved = new Set<string>();
  for (const [key, { before: old, after: now, from, to }] of byKey) {
    if (old !== now) changed.push({ key, before: old, after: now });
    if (from !== undefined && to !== undefined && from !== to) moved.add(key);
  }
  return { changed, moved };
}
