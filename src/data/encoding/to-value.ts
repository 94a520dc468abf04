/** Trees to plain RFC 7951 values, as handlers, agents and bindings see them; annotations are left out. */
import type { DataParent } from '../../yang/schema.js';
import type { Children, Data, LeafListItem, ListEntry, ParentData } from '../tree.js';
import { anyToJson } from './any-to-json.js';
import { forEachInOrder } from './in-order.js';

/** The children as an object: members of a root are qualified by their module, below only where the module changes. */
export function toValue(tree: ParentData): Record<string, unknown> {
  return objectOf(tree.schema, tree.children);
}

/** The bare value of one node: an object, an array of objects, a leaf value, an array of values, or any content. */
export function nodeToValue(node: Data | ListEntry | LeafListItem): unknown {
  switch (node.kind) {
    case 'leaf':
    case 'item':
      return node.value;
    case 'container':
    case 'entry':
      return objectOf(node.schema, node.children);
    case 'list':
      return Array.from(node.entries, (entry) => objectOf(entry.schema, entry.children));
    case 'leaf-list':
      return Array.from(node.entries, (item) => item.value);
    case 'any': {
      const { content } = node;
      if (content.form !== 'tree') return anyToJson(content, node.schema);
      const { tree } = content;
      const value = objectOf(tree.schema, tree.children);
      return tree.schema.kind === 'structure' ? { [tree.schema.qname]: value } : value;
    }
  }
}

function objectOf(parent: DataParent, children: Children): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  forEachInOrder(parent, children, (member, data) => {
    const value = nodeToValue(data);
    // A YANG node may be called __proto__; assignment would then set the prototype.
    if (member.jsonName === '__proto__')
      Object.defineProperty(object, member.jsonName, { value, enumerable: true, configurable: true, writable: true });
    else object[member.jsonName] = value;
  });
  return object;
}
