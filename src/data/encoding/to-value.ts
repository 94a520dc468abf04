/** Converts Trees to plain RFC 7951 values for handlers, agents and bindings; without annotations. */
import type { DataParent } from '../../yang/schema.js';
import { refuseTooDeep } from '../nesting.js';
import type { Children, Data, LeafListItem, ListEntry, ParentData } from '../tree.js';
import { anyToJson } from './any-to-json.js';
import { forEachInOrder } from './in-order.js';

/** Number of Trees around a node: each anydata may hold one. */
type Depth = number;

/** Returns the children as an object. Members of a root are qualified by their module; below, only where the module changes. */
export function toValue(tree: ParentData): Record<string, unknown> {
  return objectOf(tree.schema, tree.children, 0);
}

/** Returns the plain value of one node: an object, an array of objects, a leaf value, an array of values, or any content. */
export function nodeToValue(node: Data | ListEntry | LeafListItem): unknown {
  return plainValue(node, 0);
}

function plainValue(node: Data | ListEntry | LeafListItem, depth: Depth): unknown {
  switch (node.kind) {
    case 'leaf':
    case 'item':
      return node.value;
    case 'container':
    case 'entry':
      return objectOf(node.schema, node.children, depth);
    case 'list':
      return Array.from(node.entries, (entry) => objectOf(entry.schema, entry.children, depth));
    case 'leaf-list':
      return Array.from(node.entries, (item) => item.value);
    case 'any': {
      const { content } = node;
      if (content.form !== 'tree') return anyToJson(content, node.schema);
      const { tree } = content;
      refuseTooDeep(depth, `the content of '${node.schema.name}'`);
      const value = objectOf(tree.schema, tree.children, depth + 1);
      return tree.schema.kind === 'structure' ? { [tree.schema.qname]: value } : value;
    }
  }
}

function objectOf(parent: DataParent, children: Children, depth: Depth): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  forEachInOrder(parent, children, (member, data) => {
    const value = plainValue(data, depth);
    // A YANG node may be named __proto__; assignment would set the prototype.
    if (member.jsonName === '__proto__')
      Object.defineProperty(object, member.jsonName, { value, enumerable: true, configurable: true, writable: true });
    else object[member.jsonName] = value;
  });
  return object;
}
