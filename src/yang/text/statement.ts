/** The generic statement tree (RFC 7950 §6.3): keyword, argument, sub-statements and source location. */
import type { SourceLocation } from '../location.js';

/** Bound of nesting, so that recursion over the tree is safe. No sensible module nests deeper. */
export const MAX_NESTING = 200;

export interface Statement {
  /** Keyword as written: `leaf`, or `prefix:name` for the use of an extension. */
  readonly keyword: string;
  readonly argument: string | undefined;
  readonly statements: readonly Statement[];
  readonly location: SourceLocation;
  /** Facts that only the YIN form holds. */
  readonly yin?: YinForm;
}

export interface YinForm {
  /** XML prefixes in the document and their namespaces; at the root only. */
  readonly namespaces?: ReadonlyMap<string, string>;
  /** Name of the attribute or element that carries the argument of an extension; the extension's definition fixes it. */
  readonly argumentName?: string;
  readonly argumentIsElement?: boolean;
}

/** Returns the first sub-statement with that keyword. */
export function child(statement: Statement, keyword: string): Statement | undefined {
  return statement.statements.find((s) => s.keyword === keyword);
}

/** Returns all sub-statements with that keyword, in order. */
export function childrenOf(statement: Statement, keyword: string): Statement[] {
  return statement.statements.filter((s) => s.keyword === keyword);
}

/** Returns the argument of the first sub-statement with that keyword. */
export function childArgument(statement: Statement, keyword: string): string | undefined {
  return child(statement, keyword)?.argument;
}

/** Returns the argument of a statement that must have one by the grammar. */
export function argumentOf(statement: Statement): string {
  return statement.argument ?? '';
}

/** True for the use of an extension, whose keyword is `prefix:name`. */
export function isExtension(statement: Statement): boolean {
  return statement.keyword.includes(':');
}

/** Returns the statement as error messages show it, e.g. `leaf 'x'`. */
export function describe(statement: Statement): string {
  return statement.argument === undefined ? statement.keyword : `${statement.keyword} '${shorten(statement.argument)}'`;
}

/** Shortens a long argument for messages. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
