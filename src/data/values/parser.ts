/** Common parts of the parsers of all built-in types. */
import type { LeafValue, Module, Schema } from '../../yang/schema.js';
import type { Type } from '../../yang/types.js';
import { describeJson, ValueFault } from './fault.js';

/** Resolver of names inside a value (identities, instance-identifiers). */
export interface Names {
  readonly schema: Schema;
  readonly syntax: 'json' | 'xml';
  /** Returns the module of a prefix: an XML prefix in scope, or a module name in JSON; '' for a name without prefix. */
  resolve(prefix: string): Module | undefined;
}

/** A parser for values of one type; made once per type. */
export interface ValueParser {
  /** Parses text: XML content, attribute and key values. */
  lexical(text: string, names: Names): LeafValue | ValueFault;
  /** Parses a JSON value, which must have the JSON type of RFC 7951 §6. */
  json(value: unknown, names: Names): LeafValue | ValueFault;
  /** True when values hold names that XML writes with prefixes. */
  readonly hasNames: boolean;
}

export type LexicalParser = ValueParser['lexical'];

/** Parses text as a value of any type. Passed as an argument to avoid circular imports (keys in instance-identifiers). */
export type ParseLexical = (type: Type, text: string, names: Names) => LeafValue | ValueFault;

/** Returns the parser of a type whose JSON form is a string with the same text as in XML. */
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

/** Returns the type's name for messages: the typedef, if the leaf uses one. */
export function typeName(type: Type): string {
  return type.typedef ?? type.base;
}
