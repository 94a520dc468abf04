/** JSON Schemas for the RFC 7951 values of YANG types. */
import type {
  BinaryType,
  IdentityrefType,
  Interval,
  IntervalRestriction,
  Pattern,
  StringType,
  Type,
} from '../../yang/index.js';
import type { Definitions } from './definitions.js';
import { jsonPattern } from './pattern.js';
import type { JsonSchema } from './schema.js';

export interface TypeContext {
  readonly definitions: Definitions;
  /** Module of the leaf; its identities may omit the module. */
  readonly module: string;
}

/**
 * Returns the schema of a type; a reference when the type has a name. A leafref gets the schema of its target type; the
 * existence of the target is not checked.
 */
export function typeSchema(type: Type, context: TypeContext): JsonSchema {
  const schema = inlineSchema(type, context);
  if (!type.typedef || !isWorthAName(schema)) return schema;
  return context.definitions.refer(type.typedef.replace(':', '.'), schema);
}

function isWorthAName(schema: JsonSchema): boolean {
  return schema.$ref === undefined && JSON.stringify(schema).length > 60;
}

function inlineSchema(type: Type, context: TypeContext): JsonSchema {
  switch (type.base) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
    case 'uint32':
      return { type: 'integer', ...restricted(type.ranges[0]?.intervals ?? [BOUNDS[type.base]], asNumbers) };
    case 'int64':
      return { type: 'string', pattern: '^[+-]?[0-9]+$' };
    case 'uint64':
      return { type: 'string', pattern: '^(?:[+]?[0-9]+|-0+)$' };
    case 'decimal64':
      return { type: 'string', pattern: `^[+-]?[0-9]+(?:\\.[0-9]+)?$` };
    case 'string':
      return stringSchema(type);
    case 'binary':
      return binarySchema(type);
    case 'boolean':
      return { type: 'boolean' };
    case 'empty':
      return { type: 'array', prefixItems: [{ type: 'null' }], minItems: 1, maxItems: 1 };
    case 'enumeration':
      return { type: 'string', enum: [...type.enums.keys()] };
    case 'bits':
      return { type: 'string', pattern: bitsPattern([...type.bits.keys()]) };
    case 'identityref':
      return identitySchema(identityNames(type, context.module));
    case 'instance-identifier':
      return { type: 'string', pattern: '^\\s*/' };
    case 'leafref':
      return typeSchema(type.target, context);
    case 'union':
      return { anyOf: type.members.map((member) => typeSchema(member, context)) };
  }
}

const BOUNDS = {
  int8: { min: -128n, max: 127n },
  int16: { min: -32768n, max: 32767n },
  int32: { min: -2147483648n, max: 2147483647n },
  uint8: { min: 0n, max: 255n },
  uint16: { min: 0n, max: 65535n },
  uint32: { min: 0n, max: 4294967295n },
} as const;

function asNumbers({ min, max }: Interval): JsonSchema {
  return { minimum: Number(min), maximum: Number(max) };
}

/** Uses the most derived restriction only, which implies the others (RFC 7950 §9.2.4, §9.4.4). */
function restricted(intervals: readonly Interval[], write: (interval: Interval) => JsonSchema): JsonSchema {
  const [only, ...others] = intervals;
  return only && others.length === 0 ? write(only) : { anyOf: intervals.map(write) };
}

const NO_LIMIT = 0xffff_ffff_ffffn;

function lengths(restrictions: readonly IntervalRestriction[], scale: (length: bigint) => bigint): JsonSchema {
  const [first] = restrictions;
  if (!first) return {};
  return restricted(first.intervals, ({ min, max }) => ({
    ...(min > 0n && { minLength: Number(scale(min)) }),
    ...(max < NO_LIMIT && { maxLength: Number(scale(max)) }),
  }));
}

function stringSchema({ lengths: restrictions, patterns }: StringType): JsonSchema {
  const schema = { type: 'string' as const, ...lengths(restrictions, (length) => length) };
  const [only, ...others] = patterns.map(patternSchema);
  return others.length === 0 ? { ...schema, ...only } : { ...schema, allOf: patterns.map(patternSchema) };
}

function patternSchema({ text, invert }: Pattern): JsonSchema {
  const pattern = jsonPattern(text);
  return invert ? { not: { pattern } } : { pattern };
}

/** Returns the schema of base64 text. Lengths are in octets; three octets are four characters. */
function binarySchema({ lengths: restrictions }: BinaryType): JsonSchema {
  return {
    type: 'string',
    contentEncoding: 'base64',
    pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    ...lengths(restrictions, (octets) => ((octets + 2n) / 3n) * 4n),
  };
}

function bitsPattern(names: readonly string[]): string {
  const one = `(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;
  return `^\\s*(?:${one}(?:\\s+${one})*\\s*)?$`;
}

/** Returns the schema of identities; a base without derived identities has no values. */
function identitySchema(names: readonly string[]): JsonSchema {
  return names.length > 0 ? { type: 'string', enum: names } : { not: {} };
}

function identityNames(type: IdentityrefType, module: string): string[] {
  return [...type.identities.values()].flatMap((identity) =>
    identity.module.name === module ? [identity.qname, identity.name] : [identity.qname],
  );
}
