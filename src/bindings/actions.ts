import type { OperationNode, SchemaNode } from '../yang/index.js';

/** Returns the actions of a node and of its descendants. */
export function actionsBelow(node: SchemaNode): OperationNode[] {
  const own = node.kind === 'container' || node.kind === 'list' ? [...node.actions.values()] : [];
  const below = 'data' in node ? [...node.data.values()].flatMap(actionsBelow) : [];
  return [...own, ...below];
}
