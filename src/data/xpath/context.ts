/** What an expression is evaluated in (XPath 1.0 §1; RFC 7950 §6.4.1), and what a compiled expression is. */
import type { Expr, XPath } from '../../yang/xpath/index.js';
import type { XPathNode } from './node.js';
import type { XPathValue } from './value.js';

export interface Context {
  readonly node: XPathNode;
  /** From 1. */
  readonly position: number;
  readonly size: number;
  /** The initial context node: `current()`. */
  readonly current: XPathNode;
  /** State data are not in the accessible tree: the expression is about configuration (RFC 7950 §6.4.1). */
  readonly configOnly: boolean;
}

export type Compiled = (context: Context) => XPathValue;

/** What compiling a part of an expression needs: the expression it stands in, and how to compile operands. */
export interface Compiler {
  readonly xpath: XPath;
  compile(expr: Expr): Compiled;
}
