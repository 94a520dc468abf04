import type { LeafListNode, Type } from '../yang/index.js';

/**
 * True for leaf-lists whose values are a set: system-ordered configuration, whose values are unique (RFC 7950 §7.7). Not for
 * binary and bits: two views of an equal value are different objects.
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
