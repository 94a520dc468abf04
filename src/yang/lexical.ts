/** Converts lexical values, as in `default` statements and XML, to canonical values (RFC 7950 §9). */
import { messageOf } from './errors.js';
import { formatDecimal, INTEGER_BOUNDS, readDecimal, readInteger, readSchemaInteger, satisfies } from './numbers.js';
import type { LeafValue } from './schema.js';
import type { BitsType, IdentityrefType, IntegerType, IntervalRestriction, StringType, Type } from './types.js';

/** Resolution of names in the value. */
export interface LexicalContext {
  /** Returns the module of a prefix, or of no prefix; undefined when unknown. */
  moduleOf(prefix: string | undefined): string | undefined;
  /** True when hexadecimal and octal integers are allowed, as in defaults (RFC 7950 §9.2.1). */
  readonly inSchema?: boolean;
}

/**
 * Reads `text` as a value of `type` and returns its canonical form. Throws an Error with the reason. A union takes the first
 * member type that accepts the value (RFC 7950 §9.12). Does not check that the target of a leafref or an instance-identifier
 * exists.
 */
export function parseLexical(type: Type, text: string, context: LexicalContext): LeafValue {
  switch (type.base) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
    case 'uint8':
    case 'uint16':
    case 'uint32':
    case 'uint64':
      return integer(type, text.trim(), context);
    case 'decimal64': {
      const units = readDecimal(text.trim(), type.fractionDigits);
      if (units === undefined)
        throw new Error(
          `'${text}' is not a decimal number with at most ${type.fractionDigits} digits behind the point`,
        );
      check(satisfies(units, type.ranges), text, 'range', type.ranges);
      return formatDecimal(units, type.fractionDigits);
    }
    case 'string':
      return string(type, text);
    case 'binary':
      return binary(text, type.lengths);
    case 'boolean':
      if (text !== 'true' && text !== 'false')
        throw new Error(`'${text}' is not a boolean: 'true' or 'false' is expected`);
      return text === 'true';
    case 'empty':
      if (text !== '') throw new Error(`'${text}' is given to a leaf of type empty, which has no value`);
      return EMPTY;
    case 'enumeration':
      if (!type.enums.has(text)) throw new Error(`'${text}' is none of the enums ${listed(type.enums.keys())}`);
      return text;
    case 'bits':
      return bits(type, text);
    case 'identityref':
      return identityref(type, text, context);
    case 'instance-identifier':
      return instanceIdentifier(text.trim(), context);
    case 'leafref':
      return parseLexical(type.target, text, context);
    case 'union':
      return union(type.members, text, context);
  }
}

const EMPTY: LeafValue = [null];

function integer(type: IntegerType, text: string, context: LexicalContext): LeafValue {
  const value = context.inSchema ? readSchemaInteger(text) : readInteger(text);
  if (value === undefined) throw new Error(`'${text}' is not an integer`);
  const bounds = INTEGER_BOUNDS[type.base];
  if (value < bounds.min || value > bounds.max)
    throw new Error(`${text} does not fit ${type.base} (${bounds.min}..${bounds.max})`);
  check(satisfies(value, type.ranges), text, 'range', type.ranges);
  return type.base === 'int64' || type.base === 'uint64' ? value.toString() : Number(value);
}

function string(type: StringType, text: string): LeafValue {
  const { lengths } = type;
  if (lengths.length > 0) check(satisfies(BigInt([...text].length), lengths), text, 'length', lengths);
  for (const pattern of type.patterns) {
    if (pattern.test(text) === pattern.invert) {
      throw new Error(
        pattern.errorMessage ?? `'${text}' does ${pattern.invert ? '' : 'not '}match the pattern '${pattern.text}'`,
      );
    }
  }
  return text;
}

function binary(text: string, lengths: readonly IntervalRestriction[]): LeafValue {
  // Long values often have line breaks; no other character is allowed between those of the alphabet (RFC 4648 §3.3).
  const value = text.replace(/\r?\n/g, '');
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw new Error('the value is not Base64');
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  check(satisfies(BigInt((value.length / 4) * 3 - padding), lengths), text, 'length', lengths);
  return value;
}

function bits(type: BitsType, text: string): LeafValue {
  const names = text.split(/[ \t\r\n]+/).filter((name) => name !== '');
  const given = new Set<string>();
  for (const name of names) {
    if (!type.bits.has(name)) throw new Error(`'${name}' is none of the bits ${listed(type.bits.keys())}`);
    if (given.has(name)) throw new Error(`bit '${name}' is given twice`);
    given.add(name);
  }
  return [...type.bits.keys()].filter((name) => given.has(name)).join(' ');
}

function identityref(type: IdentityrefType, text: string, context: LexicalContext): LeafValue {
  const match = /^\s*(?:([^:\s]+):)?([^:\s]+)\s*$/.exec(text);
  if (!match) throw new Error(`'${text}' is not the name of an identity`);
  const module = context.moduleOf(match[1]);
  if (module === undefined) throw new Error(`prefix '${match[1]}' of '${text}' is not defined`);
  const qname = `${module}:${match[2]}`;
  if (type.identities.has(qname)) return qname;
  const bases = type.bases.map((b) => b.qname).join(' and ');
  throw new Error(`'${qname}' is not an identity derived from ${bases} in an implemented module`);
}

const NODE = /^\/(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)/;
const PREDICATE = /^\[\s*(?:(\d+)|(?:(\.)|(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*))\s*=\s*("[^"]*"|'[^']*'))\s*\]/;

/** Converts to the form of RFC 7951 §6.11: module names for prefixes, only where the module changes. */
function instanceIdentifier(text: string, context: LexicalContext): LeafValue {
  const malformed = (): Error =>
    new Error(`'${text}' is not an instance-identifier (/prefix:node[prefix:key='value']/...)`);
  const named = (prefix: string | undefined): string => {
    const module = context.moduleOf(prefix);
    if (module === undefined) throw new Error(`prefix '${prefix}' of '${text}' is not defined`);
    return module;
  };
  let rest = text;
  let canonical = '';
  let current: string | undefined;
  while (rest !== '') {
    const node = NODE.exec(rest);
    if (!node) throw malformed();
    const module = named(node[1]);
    canonical += `/${module === current ? '' : `${module}:`}${node[2]}`;
    current = module;
    rest = rest.slice(node[0].length);
    for (let p = PREDICATE.exec(rest); p; p = PREDICATE.exec(rest)) {
      const [all, position, dot, prefix, name, value] = p;
      const key = dot ?? `${named(prefix) === current ? '' : `${named(prefix)}:`}${name}`;
      canonical += position === undefined ? `[${key}=${requote(value ?? '')}]` : `[${position}]`;
      rest = rest.slice(all.length);
    }
  }
  if (canonical === '') throw malformed();
  return canonical;
}

/** Quotes with single quotes where the value allows it. */
function requote(quoted: string): string {
  const value = quoted.slice(1, -1);
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

function union(members: readonly Type[], text: string, context: LexicalContext): LeafValue {
  const reasons: string[] = [];
  for (const member of members) {
    try {
      return parseLexical(member, text, context);
    } catch (error) {
      reasons.push(messageOf(error));
    }
  }
  throw new Error(`'${text}' fits no member of the union: ${reasons.slice(0, 5).join('; ')}`);
}

function check(holds: boolean, text: string, what: string, restrictions: readonly IntervalRestriction[]): void {
  if (holds) return;
  const own = restrictions.find((r) => r.errorMessage !== undefined)?.errorMessage;
  throw new Error(own ?? `'${text}' is outside the ${what} of its type`);
}

function listed(names: Iterable<string>): string {
  const all = [...names];
  const shown = all.slice(0, 10).map((n) => `'${n}'`);
  return all.length > shown.length ? `${shown.join(', ')} ... (${all.length} in all)` : shown.join(', ');
}
