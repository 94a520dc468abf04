import type { DataNode, DataParent } from '../yang/index.js';

/** Returns the RFC 7951 member name of a child: qualified at the top and where the module changes. */
export function jsonName(parent: DataParent, node: DataNode): string {
  return parent.kind === 'root' || node.module.name !== parent.module.name ? node.qname : node.name;
}
