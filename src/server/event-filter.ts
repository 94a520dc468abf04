/** Evaluates XPath filters of event records (RFC 5277 §3.6, RFC 8639 §2.2, RFC 8040 §4.8.4), in the same way for all faces. */
import { accessibleTree, editAt, evaluateXPath, RpcError, type Tree, toBoolean } from '../data/index.js';
import type { Schema, XPath } from '../yang/index.js';
import type { EventDelivery } from './operation.js';

/** Maximum number of nodes that an expression may visit in one notification. */
const MAX_NODES = 100_000;

/** True when the expression is true with the record as its document. Never throws. */
export function xpathSelectsEvent(xpath: XPath, event: EventDelivery, schema: Schema): boolean {
  const document = accessibleTree({
    schema,
    datastore: ancestorsOf(event, schema),
    operation: { tree: event.notification, at: event.path ?? [] },
    maxNodes: MAX_NODES,
  });
  try {
    return toBoolean(evaluateXPath(xpath, document.root));
  } catch (error) {
    // An expression that visits too many nodes selects nothing; it must not end a running stream.
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/** Returns the nodes above a nested notification: the only nodes of the datastore in its record (RFC 7950 §7.16.2). */
function ancestorsOf({ path = [] }: EventDelivery, schema: Schema): Tree | undefined {
  return path.length === 0 ? undefined : editAt(schema, path, 'none', undefined);
}
