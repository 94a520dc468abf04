/** The filter parameter of get, get-config and create-subscription (RFC 6241 §6). */
import {
  elementsOf,
  RpcError,
  type Selection,
  selectionOfSubtree,
  subtreeFilter,
  type Tree,
  type XmlElement,
} from '../../data/index.js';
import type { Schema } from '../../yang/index.js';

/** A filter as it was asked for: nothing asked, or a subtree. */
export type Filter = { readonly kind: 'all' } | { readonly kind: 'subtree'; readonly element: XmlElement };

/** @throws RpcError operation-not-supported (xpath), bad-attribute (unknown type) */
export function parseFilter(element: XmlElement | undefined): Filter {
  if (!element) return { kind: 'all' };
  const type = element.attributes.find((each) => each.name === 'type')?.value ?? 'subtree';
  if (type === 'subtree') return { kind: 'subtree', element };
  if (type === 'xpath') {
    throw new RpcError({
      type: 'protocol',
      tag: 'operation-not-supported',
      message: 'XPath filters are not supported (the :xpath capability is not announced); use a subtree filter',
      info: { 'bad-element': 'filter' },
    });
  }
  throw new RpcError({
    type: 'protocol',
    tag: 'bad-attribute',
    message: `a filter is of type "subtree" or "xpath", not "${type}"`,
    info: { 'bad-attribute': 'type', 'bad-element': 'filter' },
  });
}

/** What must be read for the filter. */
export function selectionOf(filter: Filter, schema: Schema): Selection {
  return filter.kind === 'all' ? 'all' : selectionOfSubtree(filter.element, schema);
}

export function applyFilter(filter: Filter, tree: Tree, schema: Schema): Tree {
  return filter.kind === 'all' ? tree : subtreeFilter(tree, filter.element, schema);
}

/** Whether a notification passes: the filter selects it or something in it (RFC 5277 §3.6). */
export function passesFilter(filter: Filter, notification: Tree, schema: Schema): boolean {
  if (filter.kind === 'all') return true;
  const { name, module } = notification.schema;
  return elementsOf(filter.element).some((element) => {
    if (element.name !== name || (element.namespace !== '' && element.namespace !== module.namespace)) return false;
    return elementsOf(element).length === 0 || subtreeFilter(notification, element, schema).children.size > 0;
  });
}
