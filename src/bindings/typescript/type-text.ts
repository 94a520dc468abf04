/**
 * YANG types as TypeScript types of their RFC 7951 values. Strings and numbers that mean more than themselves carry a soft
 * brand, an optional property that no value has: plain strings can be assigned, but the reference of one list to another's not.
 */
import type { LeafListNode, LeafNode, LeafrefType, Type } from '../../yang/index.js';
import { leafrefPath } from './leafref-path.js';
import { literal } from './names.js';

export interface TypeContext {
  /** The leaf that has the type, from which leafrefs start. */
  readonly leaf: LeafNode | LeafListNode;
  /** Gives the name of a typedef's alias when the type may be called by it, and notes the use. */
  readonly aliasOf: (type: Type, leaf: LeafNode | LeafListNode) => string | undefined;
}

/** Keeps completion of the known values while any other string is allowed. */
const OPEN_STRING = '(string & {})';

/** An integer too great for a number, as RFC 7951 writes it: digits in a string. */
const BIG_INTEGER = `\`\${bigint}\``;

export function typeText(type: Type, context: TypeContext): string {
  return context.aliasOf(type, context.leaf) ?? inlineText(type, context);
}

/** The type spelled out, typedefs of its own level not used. */
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

/** The type with a soft brand. */
export function branded(text: string, name: string, value: string): string {
  return `${text} & { readonly __${name}?: ${value} }`;
}

/** What a plain string or number refers to; enumerations and their like say themselves what they may be. */
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
  // A plain `string` would swallow the literals beside it.
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

/** An array of the type; unions need parentheses. */
export function arrayOf(text: string): string {
  return `readonly ${/[|&]/.test(text) ? `(${text})` : text}[]`;
}
