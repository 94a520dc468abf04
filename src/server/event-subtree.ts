/** Subtree filters of event records (RFC 8639 §2.2; RFC 6241 §6): whether anything of a record is selected. */
import { elementsOf, type InstancePath, keyValues, subtreeFilter, textOf, type XmlElement } from '../data/index.js';
import type { ListNode, Schema, SchemaNode } from '../yang/index.js';
import type { EventDelivery } from './operation.js';

/** An element of NETCONF's namespace inherited it from the rpc; no data are in that. */
const NETCONF_BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';

/** @param filter the element that holds the filter */
export function subtreeSelectsEvent(filter: XmlElement, event: EventDelivery, schema: Schema): boolean {
  return selects(elementsOf(filter), event, event.path ?? [], schema);
}

/** @param path what is left of the way down to the notification */
function selects(elements: readonly XmlElement[], event: EventDelivery, path: InstancePath, schema: Schema): boolean {
  const [step, ...below] = path;
  const wanted = elements.filter((element) => names(element, step?.schema ?? event.node));
  if (!step) return wanted.some((element) => isOfContent(element, event, schema));
  return wanted.some((element) => {
    const inside = elementsOf(element);
    const entry = step.schema.kind === 'list' && step.key !== undefined ? keysOf(step.schema, step.key) : NO_KEYS;
    const matches = inside.filter((child) => isMatch(child));
    if (matches.some((child) => entry.get(child.name) !== textOf(child).trim())) return false;
    // A key that is only named selects the record as any node on its way does.
    const others = inside.filter((child) => !isMatch(child));
    if (others.length === 0 || others.some((child) => entry.has(child.name))) return true;
    return selects(others, event, below, schema);
  });
}

/** An element with nothing inside selects the whole notification. */
function isOfContent(element: XmlElement, { notification }: EventDelivery, schema: Schema): boolean {
  if (elementsOf(element).length === 0) return true;
  return subtreeFilter(notification, element, schema).children.size > 0;
}

/** A content match node (RFC 6241 §6.2.5): text and no elements. */
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
