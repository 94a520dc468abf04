/** `nacm:default-deny-all` and `nacm:default-deny-write` (RFC 8341 §3.5.1): a mark on a node holds for all nodes below it. */
import type { SchemaNode } from '../../yang/index.js';

/** Marks that deny reading a node, and using an operation or notification, unless a rule permits it. */
export const READ_MARKS: ReadonlySet<string> = new Set(['default-deny-all']);
/** Marks that deny changing a node unless a rule permits it. */
export const WRITE_MARKS: ReadonlySet<string> = new Set(['default-deny-all', 'default-deny-write']);

/** True when the node, or one above it, has one of these marks. */
export function isMarked(node: SchemaNode, marks: ReadonlySet<string>): boolean {
  for (let each: SchemaNode | undefined = node; each; each = each.parent) {
    if (each.extensions.some(({ module, name }) => module === 'ietf-netconf-acm' && marks.has(name))) return true;
  }
  return false;
}
