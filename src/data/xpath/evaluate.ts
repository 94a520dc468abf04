/** Evaluation of one expression. */
import type { XPath } from '../../yang/xpath/index.js';
import { compileXPath } from './compile.js';
import type { XPathNode } from './node.js';
import type { XPathValue } from './value.js';

/**
 * The value of an expression for a context node of an accessible tree; `current` is what `current()` yields.
 * Raises RpcError when a `re-match` pattern is none, or the document's bound on touched nodes is passed.
 */
export function evaluateXPath(xpath: XPath, context: XPathNode, current: XPathNode = context): XPathValue {
  return compileXPath(xpath)({ node: context, position: 1, size: 1, current });
}
