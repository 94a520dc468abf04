import { type Delivery, xpathSelectsEvent } from '../../server/index.js';
import { excerpt, parseXPath, type Schema, type XPath, XPathError } from '../../yang/index.js';
import { badRequest } from '../refusal.js';

/** True for the events that a subscriber wants. */
export type EventFilter = (event: Extract<Delivery, { kind: 'event' }>) => boolean;

/**
 * The `filter` parameter (RFC 8040 §4.8.4): an XPath expression evaluated for each notification, which stands as the one
 * child of the root, or below the nodes that it is about. Prefixes are module names; names without one match in any module.
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
