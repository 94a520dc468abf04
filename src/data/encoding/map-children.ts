import type { Children, Data } from '../tree.js';

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
