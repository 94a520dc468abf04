/** Notifications of the event log as text: the same whichever protocol carries it. */
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
  /** The node that it is about, where it is defined within one. */
  readonly path?: InstancePath;
}

/** Gone with their events. */
const texts: Readonly<Record<Encoding, WeakMap<Event, string>>> = { json: new WeakMap(), xml: new WeakMap() };

/**
 * The text of one notification: `ietf-restconf:notification`, or the XML element of RFC 5277 (RFC 8040 §6.4). It is made
 * once for each event and encoding: all subscribers are given the same object, and are sent the same text.
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

/** Qualified at the top and where the module changes (RFC 7951 §4). */
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

/** The key leafs of an entry: a notification inside a list comes with the keys of the entries above it (RFC 7950 §7.16.2). */
function keyLeafs(list: ListNode, key: string): Leaf[] {
  const texts = keyValues(key);
  return list.keys.map((leaf, index) => {
    const moduleOf = (prefix: string | undefined) => prefix ?? leaf.module.name;
    return { kind: 'leaf', schema: leaf, value: parseLexical(leaf.type, texts[index] ?? '', { moduleOf }) };
  });
}
