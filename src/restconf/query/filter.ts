import { type Delivery, xpathSelectsEvent } from '../../server/index.js';
import { excerpt, parseXPath, type Schema, type XPath, XPathError } from '../../yang/index.js';
import { badRequest } from '../refusal.js';

/** A filter: true for events that the subscriber wants. */
export type EventFilter = (event: Extract<Delivery, { kind: 'event' }>) => boolean;

/**
 * Compiles the `filter` parameter (RFC 8040 §4.8.4): an XPath expression that is evaluated for each notification. The notification
 * is the only child of the root, or is below its nodes. Prefixes are module names; names without prefix match in any module.
 *
 * @throws Refusal 400 when the expression cannot be parsed
 */
export function filterOf(schema: Schema, text: string | undefined): EventFilter | undefined {
  if (text === undefined) return undefined;
  const xpath = parse(schema, text);
  return (event) => xpathSelectsEvent(xpath, event, schema);
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
