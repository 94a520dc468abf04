/**
 * YANG types as TypeScript types of their RFC 7951 values. Strings and numbers with a special meaning have a soft brand: an
 * optional property that no value has. Plain strings can be assigned to them, but a reference to one list cannot be assigned
 * to a reference to another.
 */
import type { LeafListNode, LeafNode, LeafrefType, Type } from '../../yang/index.js';
import { leafrefPath } from './leafref-path.js';
import { literal } from './names.js';

export interface TypeContext {
  /** The leaf with the type, where leafrefs start. */
  readonly leaf: LeafNode | LeafListNode;
  /** Returns the alias of a typedef if the type can use it, and records the use. */
  readonly aliasOf: (type: Type, leaf: LeafNode | LeafListNode) => string | undefined;
}

/** Keeps editor completion of the known values while any string is allowed. */
const OPEN_STRING = '(string & {})';

/** An integer that may exceed a number; RFC 7951 encodes it as digits in a string. */
const BIG_INTEGER = `\`\${bigint}\``;

export function typeText(type: Type, context: TypeContext): string {
  return context.aliasOf(type, context.leaf) ?? inlineText(type, context);
}

/** Returns the type without the alias of its own typedef. */
export function inlineText(type: Type, context: TypeContext): string {
  switch (type.base) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
    case 'uint32':
      return 'number';
    case 'int64':
    case 'uint64':
      return BIG_INTEGER;
    case 'decimal64':
      return `\`\${number}\``;
    case 'boolean':
      return 'boolean';
    case 'empty':
      return '[null]';
    case 'string':
    case 'instance-identifier':
      return 'string';
    case 'binary':
      return branded('string', 'binary', 'true');
    case 'bits':
      return branded('string', 'bits', union([...type.bits.keys()].map(literal)));
    case 'enumeration':
      return union([...type.enums.keys()].map(literal));
    case 'identityref':
      return union([...[...type.identities.keys()].map(literal), OPEN_STRING]);
    case 'leafref':
      return leafrefText(type, context);
    case 'union':
      return unionText(type.members, context);
  }
}

/** Returns the type with a soft brand. */
export function branded(text: string, name: string, value: string): string {
  return `${text} & { readonly __${name}?: ${value} }`;
}

/** Returns the target type; a plain string or number gets a brand with the target. Enumerations and the like need none. */
function leafrefText(type: LeafrefType, context: TypeContext): string {
  const target = typeText(type.target, { ...context, aliasOf: () => undefined });
  return BRANDED.has(target) ? branded(target, 'leafref', literal(leafrefPath(type, context.leaf))) : target;
}

const BRANDED: ReadonlySet<string> = new Set(['string', 'number', BIG_INTEGER]);

function unionText(members: readonly Type[], context: TypeContext): string {
  const texts = members.map((member) => typeText(member, context));
  const flat = [
    ...new Set(texts.flatMap((text) => (text.startsWith("'") ? text.split(' | ') : [parenthesised(text)]))),
  ];
  // A plain `string` would absorb the literals of the union.
  const open = flat.some((text) => text.startsWith("'"));
  return union(flat.map((text) => (text === 'string' && open ? OPEN_STRING : text)));
}

function parenthesised(text: string): string {
  return text.includes(' & ') && !text.startsWith('(') ? `(${text})` : text;
}

function union(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length === 0 ? 'never' : unique.join(' | ');
}

/** Returns an array of the type, with parentheses for unions. */
export function arrayOf(text: string): string {
  return `readonly ${/[|&]/.test(text) ? `(${text})` : text}[]`;
}
