/** Whether a filter selects an event record (RFC 5277 §3.6, RFC 8639 §2.2, RFC 8040 §4.8.4): one rule for all faces. */
import { accessibleTree, editAt, evaluateXPath, RpcError, type Tree, toBoolean } from '../data/index.js';
import type { Schema, XPath } from '../yang/index.js';
import type { EventDelivery } from './operation.js';

/** What an expression may look at in one notification. */
const MAX_NODES = 100_000;

/** True when the expression, evaluated with the record as its document, is true of it. Never raises. */
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
    // An expression that looks at too much selects nothing, rather than ending a stream that has begun.
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/** The nodes above a nested notification, which are all that its record has of the datastore (RFC 7950 §7.16.2). */
function ancestorsOf({ path = [] }: EventDelivery, schema: Schema): Tree | undefined {
  return path.length === 0 ? undefined : editAt(schema, path, 'none', undefined);
}
