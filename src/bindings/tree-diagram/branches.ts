/** Compiled schema nodes and their descendants as lines of a tree diagram. */
import type { ListNode, SchemaNode } from '../../yang/index.js';
import { type Line, type LineContext, lineOf } from './line.js';

/** Returns the line of a node with its children: keys first, then schema order, actions and notifications last. */
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
