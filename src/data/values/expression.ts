/**
 * Strings that are XPath expressions: `node-instance-identifier` of ietf-netconf-acm (RFC 8341 §3.5.3) and `xpath1.0`
 * of ietf-yang-types (RFC 6991 §3). Their prefixes are those in scope in the XML, as in an instance-identifier. They
 * are stored with module names, as in JSON.
 */
import type { Module, Schema } from '../../yang/schema.js';
import type { StringType, Type } from '../../yang/types.js';
import { stringForm, type ValueParser } from './parser.js';
import { stringParser } from './string.js';

function isNodeInstanceIdentifier({ typedef }: Type): boolean {
  return typedef === 'ietf-netconf-acm:node-instance-identifier';
}

/** True when values of the type are expressions with prefixes. */
export function isExpression(type: Type): boolean {
  return type.typedef === 'ietf-yang-types:xpath1.0' || isNodeInstanceIdentifier(type);
}

/**
 * Matches a literal, which is skipped, or a name, which is a prefix when a colon follows. A name is matched as a whole
 * in both cases: a search for a colon after each letter would take quadratic time.
 */
const PREFIX = /'[^']*'|"[^"]*"|([A-Za-z_][\w.-]*)(:(?!:))?/g;

/**
 * Returns a parser that replaces prefixes by module names: those in scope, else for a node-instance-identifier the name
 * or declared prefix of a module. Other prefixes stay; the evaluation refuses them.
 */
export function expressionParser(type: StringType): ValueParser {
  const plain = stringParser(type);
  const isPath = isNodeInstanceIdentifier(type);
  return stringForm(
    type,
    (text, names) => {
      const inScope = (prefix: string) => (names.syntax === 'xml' ? names.resolve(prefix) : undefined);
      const called = (prefix: string) => (isPath ? moduleCalled(names.schema, prefix) : undefined);
      return plain.lexical(
        renamed(text, (prefix) => (inScope(prefix) ?? called(prefix))?.name),
        names,
      );
    },
    true,
  );
}

function moduleCalled({ modules }: Schema, prefix: string): Module | undefined {
  const named = modules.get(prefix);
  if (named) return named;
  const declared = [...modules.values()].filter((module) => module.prefix === prefix);
  return declared.find((module) => module.conformance === 'implement') ?? declared[0];
}

/** Returns the text with the prefixes of `prefixOf` in place of module names. */
export function withPrefixes(text: string, schema: Schema, prefixOf: (module: Module) => string): string {
  return renamed(text, (name) => {
    const module = schema.modules.get(name);
    return module && prefixOf(module);
  });
}

function renamed(text: string, nameOf: (prefix: string) => string | undefined): string {
  return text.replace(PREFIX, (found: string, prefix: string | undefined, colon: string | undefined) => {
    const name = prefix === undefined || colon === undefined ? undefined : nameOf(prefix);
    return name === undefined ? found : `${name}:`;
  });
}
