import type { DataNode, ListNode } from '../../yang/schema.js';
import type { ListEntry } from '../tree.js';

/**
 * Entries after the first ones, which the tree holds: the text of a list continues with them. Text is encoded
 * synchronously, so entries are fetched between two parts.
 */
export interface FurtherEntries {
  /** True for the lists, and for the nodes that contain them. */
  has(node: DataNode): boolean;
  /** Returns the next entries; `later`: they must be fetched first; undefined: there are no more. */
  next(list: ListNode): readonly ListEntry[] | 'later' | undefined;
  /** True after `next` has returned `later`. */
  readonly isWanted: boolean;
  /** Fetches the next entries. Rejects when that fails. */
  fetch(): Promise<void>;
}
