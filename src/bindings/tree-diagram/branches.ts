/** Compiled schema nodes as lines, with all that is below them. */
import type { ListNode, SchemaNode } from '../../yang/index.js';
import { type Line, type LineContext, lineOf } from './line.js';

/** The line of a node and those of its children: keys first, then as written, actions and notifications last. */
export function branches(node: SchemaNode, context: LineContext): Line {
  return lineOf(
    node,
    childrenOf(node).map((child) => branches(child, context)),
    context,
  );
}

function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  switch (node.kind) {
    case 'choice':
      return node.cases;
    case 'rpc':
    case 'action':
      return [node.input, node.output].filter((part) => part.children.length > 0);
    case 'list':
      return [...keysFirst(node), ...node.actions.values(), ...node.notifications.values()];
    case 'container':
      return [...node.children, ...node.actions.values(), ...node.notifications.values()];
    default:
      return 'children' in node ? node.children : [];
  }
}

function keysFirst(list: ListNode): readonly SchemaNode[] {
  const keys: readonly SchemaNode[] = list.keys;
  return [...keys, ...list.children.filter((child) => !keys.includes(child))];
}
