/** Encodes notifications of the event log: the same text for every protocol. */
import {
  type Data,
  encodeJson,
  encodeNodeXml,
  encodeTreeElementXml,
  escapeAttribute,
  type InstancePath,
  keyValues,
  type Leaf,
  nodeToValue,
  type Tree,
} from '../../data/index.js';
import { type ListNode, type Module, type NotificationNode, parseLexical } from '../../yang/index.js';
import type { Encoding } from '../media-types.js';
import { buildNotification } from './notification.js';

/** A notification as data. */
export interface Event {
  /** RFC 3339 */
  readonly time: string;
  readonly node: NotificationNode;
  readonly notification: Tree;
  /** The instance it belongs to, when the notification is defined inside a data node. */
  readonly path?: InstancePath;
}

/** Encoded texts by event; they are released with their events. */
const texts: Readonly<Record<Encoding, WeakMap<Event, string>>> = { json: new WeakMap(), xml: new WeakMap() };

/**
 * Encodes one notification: `ietf-restconf:notification`, or the XML element of RFC 5277 (RFC 8040 §6.4). The text is made
 * once per event and encoding: all subscribers get the same object, and the same text.
 */
export function encodeEvent(event: Event, encoding: Encoding): string {
  const known = texts[encoding].get(event);
  if (known !== undefined) return known;
  const text = encoding === 'json' ? jsonEvent(event) : xmlEvent(event);
  texts[encoding].set(event, text);
  return text;
}

function jsonEvent({ time, node, notification, path = [] }: Event): string {
  const parent = path.at(-1)?.schema.module;
  const own = `"${member(node, parent)}":${encodeJson(notification)}`;
  const nested = path.reduceRight((inner, step, index) => {
    const name = member(step.schema, path[index - 1]?.schema.module);
    if (step.schema.kind !== 'list' || step.key === undefined) return `"${name}":{${inner}}`;
    const keys = keyLeafs(step.schema, step.key).map((leaf) => {
      return `"${leaf.schema.name}":${JSON.stringify(nodeToValue(leaf))},`;
    });
    return `"${name}":[{${keys.join('')}${inner}}]`;
  }, own);
  return `{"ietf-restconf:notification":{"eventTime":${JSON.stringify(time)},${nested}}}`;
}

/** Returns the member name: qualified at the top and where the module changes (RFC 7951 §4). */
function member(
  node: { readonly name: string; readonly qname: string; readonly module: Module },
  parent: Module | undefined,
): string {
  return node.module === parent ? node.name : node.qname;
}

function xmlEvent({ time, notification, path = [] }: Event): string {
  const own = encodeTreeElementXml(notification);
  const nested = path.reduceRight((inner, { schema: above, key }) => {
    if (above.kind !== 'list' || key === undefined) return element(above, inner);
    const keys = keyLeafs(above, key).map((leaf: Data) => encodeNodeXml(leaf));
    return element(above, keys.join('') + inner);
  }, own);
  return buildNotification(time, nested);
}

function element(node: { readonly name: string; readonly module: Module }, content: string): string {
  return `<${node.name} xmlns="${escapeAttribute(node.module.namespace)}">${content}</${node.name}>`;
}

/** Returns the key leafs of an entry: a notification inside a list has the keys of its parent entries (RFC 7950 §7.16.2). */
function keyLeafs(list: ListNode, key: string): Leaf[] {
  const texts = keyValues(key);
  return list.keys.map((leaf, index) => {
    const moduleOf = (prefix: string | undefined) => prefix ?? leaf.module.name;
    return { kind: 'leaf', schema: leaf, value: parseLexical(leaf.type, texts[index] ?? '', { moduleOf }) };
  });
}
