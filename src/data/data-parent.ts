import type { DataNode, DataParent } from '../yang/schema.js';

/** Returns the node that holds `node` in a document: its nearest ancestor that is not a choice or case. */
export function dataParentOf(node: DataNode): DataParent {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    switch (at.kind) {
      case 'root':
      case 'container':
      case 'list':
      case 'input':
      case 'output':
      case 'notification':
      case 'structure':
        return at;
      default:
    }
  }
  throw new Error(`'${node.qname}' has no parent in its schema`);
}
