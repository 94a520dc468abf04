/** `nacm:default-deny-all` and `nacm:default-deny-write` (RFC 8341 §3.5.1): on a node they hold for all below it. */
import type { SchemaNode } from '../../yang/index.js';

/** What keeps a node from being read, and an operation or notification from being used, without a rule. */
export const READ_MARKS: ReadonlySet<string> = new Set(['default-deny-all']);
/** What keeps a node from being changed without a rule. */
export const WRITE_MARKS: ReadonlySet<string> = new Set(['default-deny-all', 'default-deny-write']);

/** True when the node, or one above it, has one of these marks. */
export function isMarked(node: SchemaNode, marks: ReadonlySet<string>): boolean {
  for (let each: SchemaNode | undefined = node; each; each = each.parent) {
    if (each.extensions.some(({ module, name }) => module === 'ietf-netconf-acm' && marks.has(name))) return true;
  }
  return false;
}
