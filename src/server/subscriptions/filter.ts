/** Filters of event streams (RFC 8639 §2.2), as they are given in an RPC or configured. */
import {
  type Any,
  accessibleTree,
  type Children,
  editAt,
  encodeNodeXml,
  evaluateXPath,
  type InstancePath,
  nodeToValue,
  parseXml,
  RpcError,
  type Tree,
  toBoolean,
  type XmlElement,
} from '../../data/index.js';
import { excerpt, parseXPath, type Schema, type XPath, XPathError } from '../../yang/index.js';
import type { EventDelivery } from '../operation.js';
import { SUBTREE, XPATH } from './names.js';
import { selectsSome } from './subtree.js';

/** A filter that has been read. */
export interface EventFilter {
  /** Two filters with the same key accept the same events: what one has found holds for the other. */
  readonly key: string;
  /** The leaf or anydata of stream-filter-elements as it was given, an RFC 7951 member; empty: no filter. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly accepts: (event: EventDelivery) => boolean;
}

/** A filter that cannot be used; `message` says what is wrong with it. */
export class FilterFault extends Error {}

export const NO_FILTER: EventFilter = { key: '', value: {}, accepts: () => true };

/** What an expression may look at in one notification. */
const MAX_NODES = 100_000;

/**
 * Reads the filter among the children of an RPC input or of a configured filter; `NO_FILTER` where there is none.
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
    accepts: remembering(`subtree ${text}`, (event) => selectsSome(element, event, schema)),
  };
}

function parse(text: string): XmlElement {
  try {
    return parseXml(text);
  } catch (error) {
    throw error instanceof RpcError ? new FilterFault(error.message) : error;
  }
}

function xpathFilterOf(text: string, schema: Schema, maxText: number): EventFilter {
  requireShort(text, maxText);
  const xpath = compileXPath(text, schema);
  const evaluate = (event: EventDelivery) => isTrue(xpath, event, schema);
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

function isTrue(xpath: XPath, event: EventDelivery, schema: Schema): boolean {
  const at: InstancePath = event.path ?? [];
  const document = accessibleTree({
    schema,
    datastore: holderOf(at, schema),
    operation: { tree: event.notification, at },
    maxNodes: MAX_NODES,
  });
  try {
    return toBoolean(evaluateXPath(xpath, document.root));
  } catch (error) {
    // An expression that looks at too much selects nothing, rather than ending a subscription that has begun.
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/** The nodes above a nested notification, which are all that its record has of the datastore (RFC 7950 §7.16.2). */
function holderOf(path: InstancePath, schema: Schema): Tree | undefined {
  return path.length === 0 ? undefined : editAt(schema, path, 'none', undefined);
}

/** Filters whose verdict is kept with an event; a node with more of them at once asks again. */
const MAX_VERDICTS = 64;
/** What filters have said of events; gone with the event. */
const verdicts = new WeakMap<EventDelivery, Map<string, boolean>>();

/** Fifty subscribers with one filter ask the same question of an event fifty times. */
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
