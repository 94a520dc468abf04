/** Instance paths: the steps from the root of a document to one node. */
import type { DataNode } from '../yang/schema.js';

/**
 * One step. `key` is the entry key string (see `entryKey`) of a list entry, or the canonical value of a leaf-list item;
 * a list without `key` is the list as a whole.
 */
export interface PathStep {
  readonly schema: DataNode;
  readonly key?: string;
}

export type InstancePath = readonly PathStep[];
