/** Evaluates subtree filters of event records (RFC 8639 §2.2; RFC 6241 §6): true when they select a part of the record. */
import { elementsOf, type InstancePath, keyValues, subtreeFilter, textOf, type XmlElement } from '../data/index.js';
import type { ListNode, Schema, SchemaNode } from '../yang/index.js';
import type { EventDelivery } from './operation.js';

/** The NETCONF namespace. A filter element without its own namespace inherits it from the rpc; no data node is in it. */
const NETCONF_BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';

/** True when the filter selects the event. @param filter the element that contains the filter */
export function subtreeSelectsEvent(filter: XmlElement, event: EventDelivery, schema: Schema): boolean {
  return selects(elementsOf(filter), event, event.path ?? [], schema);
}

/** True when an element selects the event. @param path the rest of the path to the notification */
function selects(elements: readonly XmlElement[], event: EventDelivery, path: InstancePath, schema: Schema): boolean {
  const [step, ...below] = path;
  const wanted = elements.filter((element) => names(element, step?.schema ?? event.node));
  if (!step) return wanted.some((element) => isOfContent(element, event, schema));
  return wanted.some((element) => {
    const inside = elementsOf(element);
    const entry = step.schema.kind === 'list' && step.key !== undefined ? keysOf(step.schema, step.key) : NO_KEYS;
    const matches = inside.filter((child) => isMatch(child));
    if (matches.some((child) => entry.get(child.name) !== textOf(child).trim())) return false;
    // A key element without a value selects the record, like any node on its path.
    const others = inside.filter((child) => !isMatch(child));
    if (others.length === 0 || others.some((child) => entry.has(child.name))) return true;
    return selects(others, event, below, schema);
  });
}

/** True when the element selects a part of the notification; an empty element selects all of it. */
function isOfContent(element: XmlElement, { notification }: EventDelivery, schema: Schema): boolean {
  if (elementsOf(element).length === 0) return true;
  return subtreeFilter(notification, element, schema).children.size > 0;
}

/** True for a content match node (RFC 6241 §6.2.5): text and no elements. */
function isMatch(element: XmlElement): boolean {
  return elementsOf(element).length === 0 && textOf(element).trim() !== '';
}

function names({ name, namespace }: XmlElement, node: SchemaNode): boolean {
  if (name !== node.name) return false;
  return namespace === '' || namespace === NETCONF_BASE || namespace === node.module.namespace;
}

const NO_KEYS: ReadonlyMap<string, string> = new Map();

function keysOf(list: ListNode, key: string): ReadonlyMap<string, string> {
  const values = keyValues(key);
  return new Map(list.keys.map((leaf, index) => [leaf.name, values[index] ?? '']));
}
