/**
 * Strings that are XPath expressions: `node-instance-identifier` of ietf-netconf-acm (RFC 8341 §3.5.3) and `xpath1.0` of
 * ietf-yang-types (RFC 6991 §3). Their prefixes are those of the XML around them, so they are read as in an
 * instance-identifier. Stored with module names, as JSON has it.
 */
import type { Module, Schema } from '../../yang/schema.js';
import type { StringType, Type } from '../../yang/types.js';
import { stringForm, type ValueParser } from './parser.js';
import { stringParser } from './string.js';

function isNodeInstanceIdentifier({ typedef }: Type): boolean {
  return typedef === 'ietf-netconf-acm:node-instance-identifier';
}

/** Whether values of the type are expressions with prefixes. */
export function isExpression(type: Type): boolean {
  return type.typedef === 'ietf-yang-types:xpath1.0' || isNodeInstanceIdentifier(type);
}

/**
 * A literal, which is passed over, or a name, which is a prefix where its colon comes with it. A name is taken whole in either
 * case: looking for a colon behind each of its letters would take time that grows with the square of its length.
 */
const PREFIX = /'[^']*'|"[^"]*"|([A-Za-z_][\w.-]*)(:(?!:))?/g;

/**
 * Prefixes become module names: those in scope, or else, of a node-instance-identifier, the name or the declared prefix of
 * a module. What is none of these stays, for whoever reads the expression to refuse.
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

/** The text with the prefixes that `prefixOf` gives instead of module names. */
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
