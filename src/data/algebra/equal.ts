/** Equality of Trees. */
import { canonical } from '../../yang/types.js';
import { toJsonText } from '../encoding/any-text.js';
import { keepsOrder } from '../entries/index.js';
import type { Entries } from '../entries.js';
import { refuseTooDeep } from '../nesting.js';
import type { Any, Children, Data, LeafListItem, ListEntry, Metadata, ParentData } from '../tree.js';

type Node = ParentData | Data | LeafListItem;

/**
 * True when two nodes or documents hold the same data and annotations. The order of entries counts where users define
 * it. An empty non-presence container equals an absent one (RFC 7950 §7.5.1). Marks of edits and defaults do not count.
 *
 * @throws RpcError invalid-value for anydata or anyxml that is nested too deep to compare; `diff` and `applyEdit` raise
 * it too
 */
export function equal(a: Node, b: Node): boolean {
  return equalNodes(a, b, 0);
}

/** @param depth number of Trees around these nodes: each anydata may hold one */
function equalNodes(a: Node, b: Node, depth: number): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'root':
    case 'container':
    case 'entry':
      return (
        'children' in b &&
        a.kind === b.kind &&
        sameAnnotations(a.meta, b.meta) &&
        equalChildren(a.children, b.children, depth)
      );
    case 'leaf':
    case 'item':
      return (
        a.kind === b.kind &&
        canonical(a.value) === canonical(b.value) &&
        typeof a.value === typeof b.value &&
        sameAnnotations(a.meta, b.meta)
      );
    case 'list':
      return a.kind === b.kind && equalEntries<ListEntry>(a.entries, b.entries, keepsOrder(a.schema), depth);
    case 'leaf-list':
      return a.kind === b.kind && equalEntries<LeafListItem>(a.entries, b.entries, keepsOrder(a.schema), depth);
    case 'any':
      return a.kind === b.kind && equalContent(a, b, depth) && sameAnnotations(a.meta, b.meta);
  }
}

function equalChildren(a: Children, b: Children, depth: number): boolean {
  for (const [qname, data] of a) {
    const other = b.get(qname);
    if (other === undefined ? !isNothing(data) : !equalNodes(data, other, depth)) return false;
  }
  for (const [qname, data] of b) if (!a.has(qname) && !isNothing(data)) return false;
  return true;
}

/** True when the node means the same as its absence. */
export function isNothing(data: Data): boolean {
  switch (data.kind) {
    case 'container':
      if (data.schema.presence || data.meta?.annotations !== undefined) return false;
      for (const child of data.children.values()) if (!isNothing(child)) return false;
      return true;
    case 'list':
    case 'leaf-list':
      return data.entries.size === 0;
    default:
      return false;
  }
}

function equalEntries<T extends ListEntry | LeafListItem>(
  a: Entries<T>,
  b: Entries<T>,
  ordered: boolean,
  depth: number,
): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  const others = b[Symbol.iterator]();
  for (const entry of a) {
    // System-ordered sequences have the same key order, so comparing in parallel works for them too.
    const other = others.next().value;
    if (
      other === undefined ||
      (other.key !== entry.key && !(ordered && isPositional(entry))) ||
      !equalNodes(entry, other, depth)
    )
      return false;
  }
  return true;
}

/** True for entries without keys, which are compared by position. */
function isPositional(entry: ListEntry | LeafListItem): boolean {
  return entry.kind === 'entry' ? entry.schema.keys.length === 0 : !entry.schema.config;
}

function equalContent(a: Any, b: Any, depth: number): boolean {
  if (a.content.form === 'tree' && b.content.form === 'tree') {
    refuseTooDeep(depth, `the content of '${a.schema.name}'`);
    return equalNodes(a.content.tree, b.content.tree, depth + 1);
  }
  return toJsonText(a) === toJsonText(b);
}

/** True when two nodes have the same annotations. */
export function sameAnnotations(a: Metadata | undefined, b: Metadata | undefined): boolean {
  const [left, right] = [a?.annotations, b?.annotations];
  if (left === right) return true;
  if (left?.size !== right?.size || left === undefined) return false;
  for (const [name, value] of left) if (right?.get(name) !== value) return false;
  return true;
}
