/** Leaves whose type has few values. Nodes never change, so all instances with the same value share one object. */
import type { LeafNode, LeafValue } from '../../yang/schema.js';
import type { Type } from '../../yang/types.js';
import { leaf } from '../nodes.js';
import type { Leaf } from '../tree.js';

/** Makes the leaf of a value, without metadata. */
export type MakeLeaf = (value: LeafValue) => Leaf;

export function leafMaker(schema: LeafNode): MakeLeaf {
  if (!hasFewValues(schema.type)) return (value) => leaf(schema, value);
  const made = new Map<LeafValue, Leaf>();
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const one = leaf(schema, value);
    made.set(value, one);
    return one;
  };
}

function hasFewValues(type: Type): boolean {
  switch (type.base) {
    case 'boolean':
    case 'enumeration':
    case 'identityref':
    case 'empty':
    case 'int8':
    case 'uint8':
      return true;
    case 'leafref':
      return hasFewValues(type.target);
    default:
      return false;
  }
}
