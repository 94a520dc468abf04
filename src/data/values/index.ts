/** Parsers of leaf values: text and JSON to canonical values. */
import type { LeafValue, Schema } from '../../yang/schema.js';
import { canonical, type Type } from '../../yang/types.js';
import { decimal64Parser } from './decimal64.js';
import { expressionParser, isExpression } from './expression.js';
import { ValueFault } from './fault.js';
import { instanceIdentifierParser } from './instance-identifier.js';
import { integerParser } from './integer.js';
import { bitsParser, booleanParser, emptyParser, enumerationParser, identityrefParser } from './names.js';
import type { Names, ValueParser } from './parser.js';
import { binaryParser, stringParser } from './string.js';
import { unionParser } from './union.js';

export { dateAndTimeFault } from './date-and-time.js';
export { UnknownIdentity, ValueFault } from './fault.js';
export type { Names, ValueParser } from './parser.js';

const parsers = new WeakMap<Type, ValueParser>();

/** Returns the parser of a type, compiled on first use. */
export function parserOf(type: Type): ValueParser {
  let parser = parsers.get(type);
  if (parser === undefined) {
    parser = compileParser(type);
    parsers.set(type, parser);
  }
  return parser;
}

function compileParser(type: Type): ValueParser {
  switch (type.base) {
    case 'string':
      return isExpression(type) ? expressionParser(type) : stringParser(type);
    case 'binary':
      return binaryParser(type);
    case 'boolean':
      return booleanParser(type);
    case 'empty':
      return emptyParser(type);
    case 'enumeration':
      return enumerationParser(type);
    case 'bits':
      return bitsParser(type);
    case 'decimal64':
      return decimal64Parser(type);
    case 'identityref':
      return identityrefParser(type);
    case 'instance-identifier':
      return instanceIdentifierParser(type, parseLexical);
    case 'leafref':
      return parserOf(type.target);
    case 'union':
      return unionParser(type, parserOf);
    default:
      return integerParser(type);
  }
}

/** Returns the resolver of JSON names: module names; a name without one belongs to the leaf's module (RFC 7951 §6.8). */
export function jsonNames(schema: Schema, module: string): Names {
  return { schema, syntax: 'json', resolve: (prefix) => schema.modules.get(prefix === '' ? module : prefix) };
}

/**
 * Parses a value of `type` from its XML text.
 * @param prefixes module for an XML prefix, '' for the default namespace.
 * @returns the canonical value (RFC 7950 §9), or the fault.
 */
export function parseLexical(type: Type, text: string, names: Names): LeafValue | ValueFault {
  return parserOf(type).lexical(text, names);
}

/** Parses a value of `type` from its JSON value (RFC 7951 §6); `module` is the module of the leaf. */
export function parseJsonValue(
  type: Type,
  value: unknown,
  context: { readonly schema: Schema; readonly module: string },
): LeafValue | ValueFault {
  return parserOf(type).json(value, jsonNames(context.schema, context.module));
}

/** Returns the type of a canonical value, with leafrefs and unions resolved. */
export function memberTypeOf(type: Type, value: LeafValue, names: Names): Type {
  if (type.base === 'leafref') return memberTypeOf(type.target, value, names);
  if (type.base !== 'union') return type;
  for (const member of type.members) {
    if (!(parserOf(member).json(value, names) instanceof ValueFault)) return memberTypeOf(member, value, names);
  }
  return type;
}

export { canonical };
