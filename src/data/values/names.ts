/**
 * Types whose values are names of a fixed set: boolean, empty, enumeration, bits, identityref (RFC 7950 §9.5 - §9.7,
 * §9.10, §9.11).
 */

import { didYouMean } from '../../yang/index.js';
import type { BitsType, BitValue, BooleanType, EmptyType, EnumerationType, IdentityrefType } from '../../yang/types.js';
import { quoted, UnknownIdentity, ValueFault } from './fault.js';
import { stringForm, typeName, type ValueParser, wrongJsonType } from './parser.js';

/** Maximum number of names listed in a message. */
const SHOWN = 12;

function oneOf(known: Iterable<string>): string {
  const all = [...known];
  return all.length > SHOWN ? `${all.slice(0, SHOWN).join(', ')}, ... (${all.length} in all)` : all.join(', ');
}

export function booleanParser(type: BooleanType): ValueParser {
  return {
    lexical: (text) => {
      if (text === 'true') return true;
      return text === 'false' ? false : new ValueFault(`${quoted(text)} is not a boolean: true, false`);
    },
    json: (value) => (typeof value === 'boolean' ? value : wrongJsonType(type, 'boolean (true or false)', value)),
    hasNames: false,
  };
}

const EMPTY = Object.freeze([null]) as readonly [null];

export function emptyParser(type: EmptyType): ValueParser {
  return {
    lexical: (text) =>
      text === ''
        ? EMPTY
        : new ValueFault(`a value of type ${typeName(type)} has no content, but there is ${quoted(text)}`),
    json: (value) =>
      Array.isArray(value) && value.length === 1 && value[0] === null
        ? EMPTY
        : wrongJsonType(type, 'array [null]', value),
    hasNames: false,
  };
}

export function enumerationParser(type: EnumerationType): ValueParser {
  return stringForm(type, (text) =>
    type.enums.has(text)
      ? text
      : new ValueFault(
          `${quoted(text)} is not one of: ${oneOf(type.enums.keys())}${didYouMean(text, type.enums.keys())}`,
        ),
  );
}

export function bitsParser(type: BitsType): ValueParser {
  return stringForm(type, (text) => {
    const set = new Map<string, BitValue>();
    for (const name of text.split(/\s+/)) {
      if (name === '') continue;
      const bit = type.bits.get(name);
      if (bit === undefined)
        return new ValueFault(
          `${quoted(name)} is not one of the bits: ${oneOf(type.bits.keys())}${didYouMean(name, type.bits.keys())}`,
        );
      if (set.has(name)) return new ValueFault(`the bit ${quoted(name)} is set twice`);
      set.set(name, bit);
    }
    return [...set.values()]
      .sort((a, b) => a.position - b.position)
      .map((bit) => bit.name)
      .join(' ');
  });
}

export function identityrefParser(type: IdentityrefType): ValueParser {
  return stringForm(
    type,
    (text, names) => {
      const colon = text.indexOf(':');
      const prefix = colon < 0 ? '' : text.slice(0, colon);
      const module = names.resolve(prefix);
      if (module === undefined) {
        return new UnknownIdentity(
          `${quoted(text)} is not an identity: ${prefix === '' ? 'it has no prefix' : `'${prefix}' is no ${names.syntax === 'xml' ? 'prefix in scope of a known module' : 'known module'}`}`,
        );
      }
      const qname = `${module.name}:${text.slice(colon + 1)}`;
      if (type.identities.has(qname)) return qname;
      const bases = type.bases.map((base) => base.qname).join(' and ');
      return new UnknownIdentity(
        `${quoted(qname)} is not an identity derived from ${bases}; these are: ${oneOf(type.identities.keys())}${didYouMean(qname, type.identities.keys())}`,
      );
    },
    true,
  );
}
