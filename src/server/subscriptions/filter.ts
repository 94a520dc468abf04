/** Filters of event streams (RFC 8639 §2.2), given in an rpc or configured. */
import {
  type Any,
  type Children,
  encodeNodeXml,
  nodeToValue,
  parseXml,
  RpcError,
  type XmlElement,
} from '../../data/index.js';
import { excerpt, parseXPath, type Schema, type XPath, XPathError } from '../../yang/index.js';
import { xpathSelectsEvent } from '../event-filter.js';
import { subtreeSelectsEvent } from '../event-subtree.js';
import type { EventDelivery } from '../operation.js';
import { SUBTREE, XPATH } from './names.js';

/** A filter that has been read. */
export interface EventFilter {
  /** Two filters with the same key accept the same events, so they share cached results. */
  readonly key: string;
  /** The leaf or anydata of stream-filter-elements as it was given, an RFC 7951 member; empty: no filter. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly accepts: (event: EventDelivery) => boolean;
}

/** The error for an unusable filter; `message` gives the reason. */
export class FilterFault extends Error {}

export const NO_FILTER: EventFilter = { key: '', value: {}, accepts: () => true };

/**
 * Reads the filter from the children of an rpc input or of a configured filter; `NO_FILTER` when there is none.
 *
 * @throws FilterFault
 */
export function readFilter(children: Children, schema: Schema, maxText: number): EventFilter {
  const subtree = children.get(SUBTREE);
  const xpath = children.get(XPATH);
  if (subtree?.kind === 'any') return subtreeFilterOf(subtree, schema, maxText);
  if (xpath?.kind === 'leaf') return xpathFilterOf(String(xpath.value), schema, maxText);
  return NO_FILTER;
}

function subtreeFilterOf(data: Any, schema: Schema, maxText: number): EventFilter {
  const text = encodeNodeXml(data);
  requireShort(text, maxText);
  const element = data.content.form === 'xml' ? data.content.element : parse(text);
  return {
    key: `subtree ${text}`,
    value: { 'stream-subtree-filter': nodeToValue(data) },
    accepts: remembering(`subtree ${text}`, (event) => subtreeSelectsEvent(element, event, schema)),
  };
}

function parse(text: string): XmlElement {
  try {
    return parseXml(text);
  } catch (error) {
    throw error instanceof RpcError ? new FilterFault(error.message) : error;
  }
}

/** Returns the filter that an XPath expression means. @throws FilterFault for a text that is none, or too long */
export function xpathFilterOf(text: string, schema: Schema, maxText: number): EventFilter {
  requireShort(text, maxText);
  const xpath = compileXPath(text, schema);
  const evaluate = (event: EventDelivery) => xpathSelectsEvent(xpath, event, schema);
  return {
    key: `xpath ${text}`,
    value: { 'stream-xpath-filter': text },
    accepts: remembering(`xpath ${text}`, evaluate),
  };
}

/** Prefixes are module names; a name without one matches in any module. */
function compileXPath(text: string, schema: Schema): XPath {
  const prefixes = new Map([...schema.modules.keys()].map((name) => [name, name]));
  try {
    return parseXPath(text, { module: '', prefixes });
  } catch (error) {
    throw error instanceof XPathError
      ? new FilterFault(`at character ${error.position + 1} of '${excerpt(text, error.position)}': ${error.message}`)
      : error;
  }
}

function requireShort(text: string, maxText: number): void {
  if (text.length > maxText) {
    throw new FilterFault(`the filter has ${text.length} characters; at most ${maxText} are taken`);
  }
}

/** Maximum number of filters whose result is cached with an event; further filters are evaluated each time. */
const MAX_VERDICTS = 64;
/** Cached results of filters, by event. */
const verdicts = new WeakMap<EventDelivery, Map<string, boolean>>();

/** Adds a cache to a filter: many subscribers may have the same filter. */
function remembering(key: string, decide: (event: EventDelivery) => boolean): EventFilter['accepts'] {
  return (event) => {
    const known = verdicts.get(event) ?? new Map<string, boolean>();
    if (known.size === 0) verdicts.set(event, known);
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const verdict = decide(event);
    if (known.size < MAX_VERDICTS) known.set(key, verdict);
    return verdict;
  };
}
