/** Evaluation of one expression. */
import type { XPath } from '../../yang/xpath/index.js';
import { compileXPath } from './compile.js';
import type { XPathNode } from './node.js';
import type { XPathValue } from './value.js';

export interface EvaluateOptions {
  /** What `current()` yields; the context node unless told. */
  readonly current?: XPathNode;
  /** The expression stands in configuration, which cannot look at state data (RFC 7950 §6.4.1). */
  readonly configOnly?: boolean;
}

const DEFAULTS: EvaluateOptions = {};

/**
 * The value of an expression for a context node of an accessible tree.
 * Raises RpcError when a `re-match` pattern is none, or the document's bound on touched nodes is passed.
 */
export function evaluateXPath(
  xpath: XPath,
  context: XPathNode,
  { current = context, configOnly = false }: EvaluateOptions = DEFAULTS,
): XPathValue {
  return compileXPath(xpath)({ node: context, position: 1, size: 1, current, configOnly });
}
