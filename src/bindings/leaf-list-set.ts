import type { LeafListNode, Type } from '../yang/index.js';

/**
 * Leaf-lists whose values are a set: configuration, where values differ, in no order of the user's (RFC 7950 §7.7). Not those
 * of binary or bits: two views of one such value are different objects.
 */
export function isSetOfValues(node: LeafListNode): boolean {
  return node.config && node.orderedBy === 'system' && !isObject(node.type);
}

function isObject(type: Type): boolean {
  switch (type.base) {
    case 'binary':
    case 'bits':
      return true;
    case 'leafref':
      return isObject(type.target);
    case 'union':
      return type.members.some(isObject);
    default:
      return false;
  }
}
