/** The generic statement tree (RFC 7950 §6.3): keyword, argument, sub-statements, and where it stands. */
import type { SourceLocation } from '../location.js';

/** No sensible module nests deeper; the bound keeps recursion over the tree safe. */
export const MAX_NESTING = 200;

export interface Statement {
  /** As written: `leaf`, or `prefix:name` for the use of an extension. */
  readonly keyword: string;
  readonly argument: string | undefined;
  readonly statements: readonly Statement[];
  readonly location: SourceLocation;
  /** What only the YIN form tells. */
  readonly yin?: YinForm;
}

export interface YinForm {
  /** XML prefixes in the document and their namespaces; at the root only. */
  readonly namespaces?: ReadonlyMap<string, string>;
  /** How the use of an extension carries its argument, whose name its definition fixes. */
  readonly argumentName?: string;
  readonly argumentIsElement?: boolean;
}

/** The first sub-statement with that keyword. */
export function child(statement: Statement, keyword: string): Statement | undefined {
  return statement.statements.find((s) => s.keyword === keyword);
}

/** All sub-statements with that keyword, in order. */
export function childrenOf(statement: Statement, keyword: string): Statement[] {
  return statement.statements.filter((s) => s.keyword === keyword);
}

/** The argument of the first sub-statement with that keyword. */
export function childArgument(statement: Statement, keyword: string): string | undefined {
  return child(statement, keyword)?.argument;
}

/** The argument of a statement whose argument the grammar requires. */
export function argumentOf(statement: Statement): string {
  return statement.argument ?? '';
}

/** True for the use of an extension, whose keyword is `prefix:name`. */
export function isExtension(statement: Statement): boolean {
  return statement.keyword.includes(':');
}

/** `leaf 'x'`, as error messages name a statement. */
export function describe(statement: Statement): string {
  return statement.argument === undefined ? statement.keyword : `${statement.keyword} '${shorten(statement.argument)}'`;
}

/** Long arguments would drown the message they appear in. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
