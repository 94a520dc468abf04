import type { ListNode } from '../../yang/schema.js';
import type { Children, Data, List, ListEntry } from '../tree.js';

/** Changes the entries of a list, which keep their keys: at once, or when they are read. */
export type MapEntries = (
  schema: ListNode,
  entries: List['entries'],
  change: (entry: ListEntry) => ListEntry,
) => List['entries'];

/** Returns the children changed by `change` (undefined drops one); the same map when nothing changed. */
export function mapChildren(children: Children, change: (data: Data) => Data | undefined): Children {
  let result: Map<string, Data> | undefined;
  for (const [qname, data] of children) {
    const changed = change(data);
    if (changed === data) continue;
    result ??= new Map(children);
    if (changed === undefined) result.delete(qname);
    else result.set(qname, changed);
  }
  return result ?? children;
}
