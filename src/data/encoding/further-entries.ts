import type { DataNode, ListNode } from '../../yang/schema.js';
import type { ListEntry } from '../tree.js';

/**
 * Entries of lists of which a tree has only the first: a text of the tree goes on with them at the end of the list. Text is made
 * without waiting, so they are fetched between two parts of it.
 */
export interface FurtherEntries {
  /** True of the lists, and of what they stand in. */
  has(node: DataNode): boolean;
  /** The entries that come next; `later`: they must be fetched first; undefined: there are no more. */
  next(list: ListNode): readonly ListEntry[] | 'later' | undefined;
  /** True after `next` has answered `later`. */
  readonly isWanted: boolean;
  /** Fetches what is wanted. Rejects where that fails. */
  fetch(): Promise<void>;
}
