/** What the parsers of all built-in types have in common. */
import type { LeafValue, Module, Schema } from '../../yang/schema.js';
import type { Type } from '../../yang/types.js';
import { describeJson, ValueFault } from './fault.js';

/** How names inside a value (identities, instance-identifiers) are to be read. */
export interface Names {
  readonly schema: Schema;
  readonly syntax: 'json' | 'xml';
  /** The module a prefix stands for: an XML prefix in scope, or a module name in JSON; '' where the name has no prefix. */
  resolve(prefix: string): Module | undefined;
}

/** Reads values of one type; made once per type. */
export interface ValueParser {
  /** From text: XML content, attribute and key values. */
  lexical(text: string, names: Names): LeafValue | ValueFault;
  /** From a JSON value, whose JSON type has to be that of RFC 7951 §6. */
  json(value: unknown, names: Names): LeafValue | ValueFault;
  /** True when values hold names that XML writes with prefixes. */
  readonly hasNames: boolean;
}

export type LexicalParser = ValueParser['lexical'];

/** Reads text as a value of any type; handed to what cannot import the types, as they need it themselves (keys in instance-identifiers). */
export type ParseLexical = (type: Type, text: string, names: Names) => LeafValue | ValueFault;

/** The parser of a type whose JSON form is a string with the same text as in XML. */
export function stringForm(type: Type, lexical: LexicalParser, hasNames = false): ValueParser {
  return {
    lexical,
    json: (value, names) => (typeof value === 'string' ? lexical(value, names) : wrongJsonType(type, 'string', value)),
    hasNames,
  };
}

export function wrongJsonType(type: Type, wanted: string, found: unknown): ValueFault {
  return new ValueFault(
    `a value of type ${typeName(type)} is a JSON ${wanted} (RFC 7951 §6), not ${describeJson(found)}`,
  );
}

/** The type's name for messages: the typedef where the leaf used one. */
export function typeName(type: Type): string {
  return type.typedef ?? type.base;
}
