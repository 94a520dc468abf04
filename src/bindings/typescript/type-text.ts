/** YANG types as TypeScript types of their RFC 7951 values. */
import type { Type } from '../../yang/index.js';
import { literal } from './names.js';

/** Gives the name of a typedef's alias when the type may be called by it, and notes the use. */
export type AliasOf = (type: Type) => string | undefined;

/** Keeps completion of the known values while any other string is allowed. */
const OPEN_STRING = '(string & {})';

export function typeText(type: Type, aliasOf: AliasOf): string {
  return aliasOf(type) ?? inlineText(type, aliasOf);
}

/** The type spelled out, typedefs of its own level not used. */
export function inlineText(type: Type, aliasOf: AliasOf): string {
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
      return `\`\${bigint}\``;
    case 'decimal64':
      return `\`\${number}\``;
    case 'boolean':
      return 'boolean';
    case 'empty':
      return '[null]';
    case 'string':
    case 'binary':
    case 'bits':
    case 'instance-identifier':
      return 'string';
    case 'enumeration':
      return union([...type.enums.keys()].map(literal));
    case 'identityref':
      return union([...[...type.identities.keys()].map(literal), OPEN_STRING]);
    case 'leafref':
      return typeText(type.target, aliasOf);
    case 'union':
      return unionText(type.members, aliasOf);
  }
}

function unionText(members: readonly Type[], aliasOf: AliasOf): string {
  const texts = members.map((member) => typeText(member, aliasOf));
  const flat = [...new Set(texts.flatMap((text) => (text.startsWith("'") ? text.split(' | ') : [text])))];
  // A plain `string` would swallow the literals beside it.
  const open = flat.some((text) => text.startsWith("'"));
  return union(flat.map((text) => (text === 'string' && open ? OPEN_STRING : text)));
}

function union(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length === 0 ? 'never' : unique.join(' | ');
}

/** An array of the type; unions need parentheses. */
export function arrayOf(text: string): string {
  return `readonly ${/[|&]/.test(text) ? `(${text})` : text}[]`;
}
