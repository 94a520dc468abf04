/** The filter parameter of get, get-config and create-subscription (RFC 6241 §6, §8.9). */
import {
  RpcError,
  type Selection,
  type Steps,
  selectionOfSubtree,
  selectNodesSteps,
  subtreeFilterSteps,
  type TimeSlice,
  type Tree,
  treeOfNodesSteps,
  type XmlElement,
} from '../data/index.js';
import { type EventDelivery, subtreeSelectsEvent, xpathSelectsEvent } from '../server/index.js';
import type { Schema, XPath } from '../yang/index.js';
import { requireFeature } from './features.js';
import { parseFilterXPath, selectionOfXPath } from './xpath.js';

/** A filter as requested. */
export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'subtree'; readonly element: XmlElement }
  | { readonly kind: 'xpath'; readonly xpath: XPath };

/** @throws RpcError operation-not-supported (xpath), bad-attribute (type), missing-attribute (select), invalid-value (XPath) */
export function parseFilter(element: XmlElement | undefined, schema: Schema): Filter {
  if (!element) return { kind: 'all' };
  const type = attribute(element, 'type') ?? 'subtree';
  if (type === 'subtree') return { kind: 'subtree', element };
  if (type !== 'xpath') {
    throw fault('bad-attribute', 'type', `a filter is of type "subtree" or "xpath", not "${type}"`);
  }
  requireFeature(schema, 'xpath', 'filter');
  const select = attribute(element, 'select');
  if (select === undefined) throw fault('missing-attribute', 'select', 'a filter of type "xpath" needs select');
  return { kind: 'xpath', xpath: parseFilterXPath(select, element.scope, schema, 'filter') };
}

/** Returns an attribute with the operation's namespace, or without one, as most clients write it. */
function attribute(element: XmlElement, name: string): string | undefined {
  const isMeant = (namespace: string) => namespace === '' || namespace === element.namespace;
  return element.attributes.find((each) => each.name === name && isMeant(each.namespace))?.value;
}

function fault(tag: 'bad-attribute' | 'missing-attribute', name: string, message: string): RpcError {
  return new RpcError({
    type: 'protocol',
    tag,
    message,
    info: { 'bad-attribute': name, 'bad-element': 'filter' },
  });
}

/** Returns the nodes that must be read for the filter. */
export function selectionOf(filter: Filter, schema: Schema): Selection {
  switch (filter.kind) {
    case 'all':
      return 'all';
    case 'subtree':
      return selectionOfSubtree(filter.element, schema);
    case 'xpath':
      return selectionOfXPath(filter.xpath, schema);
  }
}

/** Returns the part of the tree that the filter selects. */
export function* applyFilter(filter: Filter, tree: Tree, schema: Schema, slice: TimeSlice): Steps<Tree> {
  switch (filter.kind) {
    case 'all':
      return tree;
    case 'subtree':
      return yield* subtreeFilterSteps(tree, filter.element, schema, slice);
    case 'xpath':
      return yield* treeOfNodesSteps(tree, yield* selectNodesSteps(tree, filter.xpath, schema, slice), slice);
  }
}

/** True when the filter selects the event or a node in it (RFC 5277 §3.6). */
export function passesFilter(filter: Filter, event: EventDelivery, schema: Schema): boolean {
  switch (filter.kind) {
    case 'all':
      return true;
    case 'subtree':
      return subtreeSelectsEvent(filter.element, event, schema);
    case 'xpath':
      return xpathSelectsEvent(filter.xpath, event, schema);
  }
}
