/** Evaluation of one expression. */
import type { XPath } from '../../yang/xpath/index.js';
import { compileXPath } from './compile.js';
import type { XPathNode } from './node.js';
import type { XPathValue } from './value.js';

export interface EvaluateOptions {
  /** The result of `current()`. Default: the context node. */
  readonly current?: XPathNode;
  /** True for an expression of configuration, which cannot see state data (RFC 7950 §6.4.1). */
  readonly configOnly?: boolean;
}

const DEFAULTS: EvaluateOptions = {};

/**
 * Evaluates an expression for a context node of an accessible tree. Raises RpcError for an invalid `re-match` pattern,
 * or when the document's bound on touched nodes is exceeded.
 */
export function evaluateXPath(
  xpath: XPath,
  context: XPathNode,
  { current = context, configOnly = false }: EvaluateOptions = DEFAULTS,
): XPathValue {
  return compileXPath(xpath)({ node: context, position: 1, size: 1, current, configOnly });
}
