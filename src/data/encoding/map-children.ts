import type { ListNode } from '../../yang/schema.js';
import type { Children, Data, List, ListEntry } from '../tree.js';

/** How the entries of a list are changed, each keeping its key: at once, or as they are gone through. */
export type MapEntries = (
  schema: ListNode,
  entries: List['entries'],
  change: (entry: ListEntry) => ListEntry,
) => List['entries'];

/** The children that `change` leaves (undefined drops one); the same map when it leaves all as they are. */
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
