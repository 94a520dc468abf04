/** The context of an evaluation (XPath 1.0 §1; RFC 7950 §6.4.1), and compiled expressions. */
import type { Expr, XPath } from '../../yang/xpath/index.js';
import type { XPathNode } from './node.js';
import type { XPathValue } from './value.js';

export interface Context {
  readonly node: XPathNode;
  /** Starts at 1. */
  readonly position: number;
  readonly size: number;
  /** The initial context node: `current()`. */
  readonly current: XPathNode;
  /** True for an expression of configuration: state data are not in its accessible tree (RFC 7950 §6.4.1). */
  readonly configOnly: boolean;
}

export type Compiled = (context: Context) => XPathValue;

/** The compiler for parts of an expression: the whole expression, and a function that compiles operands. */
export interface Compiler {
  readonly xpath: XPath;
  compile(expr: Expr): Compiled;
}
