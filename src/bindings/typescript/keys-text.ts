/**
 * Keys of the list entries on a path, as providers get them: by position, outermost first, and by name; of equal names the
 * innermost wins.
 */
import type { LeafNode, SchemaNode, Type } from '../../yang/index.js';
import { body, property } from './names.js';
import { type TypeContext, typeText } from './type-text.js';

export function keysText(node: SchemaNode, aliasOf: TypeContext['aliasOf']): string {
  const keys = keysOn(node);
  const texts = keys.map((leaf) => keyText(leaf.type, leaf, aliasOf));
  const tuple = `readonly [${texts.join(', ')}]`;
  const named = new Map(keys.map((leaf, at) => [leaf.name, texts[at]]));
  const members = [...named].filter(([name]) => !UNNAMED.has(name));
  if (members.length === 0) return tuple;
  return `${tuple} & ${body(members.map(([name, text]) => `readonly ${property(name)}: ${text};`))}`;
}

/** Names of array members: keys with these names are available by position only. */
const UNNAMED: ReadonlySet<string> = new Set(['length', ...Object.getOwnPropertyNames(Array.prototype), '__proto__']);

function keysOn(node: SchemaNode): LeafNode[] {
  const above = node.parent ? keysOn(node.parent) : [];
  return node.kind === 'list' ? [...above, ...node.keys] : above;
}

function keyText(type: Type, leaf: LeafNode, aliasOf: TypeContext['aliasOf']): string {
  switch (type.base) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
    case 'uint32':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'leafref':
      return keyText(type.target, leaf, aliasOf);
    case 'enumeration':
      return typeText(type, { leaf, aliasOf });
    default:
      return 'string';
  }
}
