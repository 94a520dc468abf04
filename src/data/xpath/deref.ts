/** Targets of leafrefs and instance-identifiers (RFC 7950 §9.9, §9.13, §10.3.1). */
import type { LeafrefType, Type } from '../../yang/types.js';
import type { XPathNode } from './node.js';
import { anchorOf, below, plainPath } from './plain-path.js';

/** Returns the nodes that the value of `node` refers to; none for other types and dangling references. */
export function dereference(node: XPathNode | undefined): readonly XPathNode[] {
  const data = node?.data;
  return node && (data?.kind === 'leaf' || data?.kind === 'item') ? referred(node, data.schema.type) : [];
}

function referred(node: XPathNode, type: Type): readonly XPathNode[] {
  switch (type.base) {
    case 'leafref':
      return leafrefTargets(node, type);
    case 'instance-identifier': {
      const target = node.owner.locate(node.stringValue);
      return target ? [target] : [];
    }
    case 'union':
      return type.members.map((member) => referred(node, member)).find((found) => found.length > 0) ?? [];
    default:
      return [];
  }
}

/** Returns the leafs on the leafref's path that have the value of `node`. */
export function leafrefTargets(node: XPathNode, type: LeafrefType): readonly XPathNode[] {
  const value = node.stringValue;
  return (
    byKey(node, type, value) ?? node.owner.select(type.path, node).filter((target) => target.stringValue === value)
  );
}

/** Looks the value up when the path ends in the only key of a list; else returns undefined. */
function byKey(node: XPathNode, type: LeafrefType, value: string): readonly XPathNode[] | undefined {
  const path = plainPath(type);
  const anchor = path === 'other' ? undefined : anchorOf(node, path);
  if (path === 'other' || !anchor) return undefined;
  const [list = '', key = ''] = path.down.slice(-2);
  const holders = below([anchor], path.down.slice(0, -2));
  const schema = holders[0]?.container?.data.get(list);
  if (schema?.kind !== 'list' || schema.keys.length !== 1 || schema.keys[0]?.qname !== key) return undefined;
  return holders.flatMap((holder) => holder.entry(list, value)?.children(key) ?? []);
}
