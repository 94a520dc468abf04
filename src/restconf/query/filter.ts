import { accessibleTree, evaluateXPath, RpcError, toBoolean } from '../../data/index.js';
import type { Delivery } from '../../server/index.js';
import { excerpt, parseXPath, type Schema, type XPath, XPathError } from '../../yang/index.js';
import { badRequest } from '../refusal.js';

/** True for the events that a subscriber wants. */
export type EventFilter = (event: Extract<Delivery, { kind: 'event' }>) => boolean;

/** What an expression may look at in one notification. */
const MAX_NODES = 100_000;

/**
 * The `filter` parameter (RFC 8040 §4.8.4): an XPath expression evaluated for each notification, which stands as the one
 * child of the root. Prefixes are module names; names without one match in any module.
 *
 * @throws Refusal 400 when the expression cannot be parsed
 */
export function filterOf(schema: Schema, text: string | undefined): EventFilter | undefined {
  if (text === undefined) return undefined;
  const xpath = parse(schema, text);
  return ({ notification }) => {
    const document = accessibleTree({ schema, operation: { tree: notification }, maxNodes: MAX_NODES });
    try {
      return toBoolean(evaluateXPath(xpath, document.root));
    } catch (error) {
      // An expression that looks at too much selects nothing, rather than ending a stream that has begun.
      if (error instanceof RpcError) return false;
      throw error;
    }
  };
}

function parse(schema: Schema, text: string): XPath {
  const prefixes = new Map([...schema.modules.keys()].map((name) => [name, name]));
  try {
    return parseXPath(text, { module: '', prefixes });
  } catch (error) {
    throw error instanceof XPathError
      ? badRequest(`filter "${excerpt(text, error.position)}": ${error.message}`)
      : error;
  }
}
