/** Which nodes a valid document must have, as far as that depends on nothing else in it. */
import type { DataNode, SchemaNode } from '../yang/index.js';

export function isData(node: SchemaNode): node is DataNode {
  return ['container', 'list', 'leaf', 'leaf-list', 'anydata', 'anyxml'].includes(node.kind);
}

/** A node that a valid document must have where its parent is. */
export function isRequired(node: DataNode): boolean {
  switch (node.kind) {
    case 'leaf':
      return node.isKey || (node.mandatory && node.whens.length === 0);
    case 'anydata':
    case 'anyxml':
      return node.mandatory && node.whens.length === 0;
    case 'leaf-list':
    case 'list':
      return node.minElements > 0 && node.whens.length === 0;
    case 'container':
      return !node.presence && node.whens.length === 0 && node.children.some(requiresContent);
  }
}

function requiresContent(node: SchemaNode): boolean {
  if (node.kind === 'choice') return node.mandatory && node.whens.length === 0;
  return isData(node) && isRequired(node);
}
