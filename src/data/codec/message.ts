/**
 * Documents that are messages: an rpc, an action, a reply or a notification, named by their only member. An action or
 * notification of a data node is nested in its ancestors, list entries with their keys (RFC 7950 §7.15.2, §7.16.2).
 */
import { didYouMean } from '../../yang/index.js';
import type { DataNode, DataParent, ListNode, NotificationNode, OperationNode, Schema } from '../../yang/schema.js';
import { isObject } from '../is-object.js';
import type { InstancePath, PathStep } from '../path.js';
import { RpcError } from '../rpc-error.js';
import type { Tree } from '../tree.js';
import { formatPath } from '../values/instance-path/format.js';
import { elementsOf } from '../xml/build.js';
import type { XmlElement } from '../xml-element.js';
import { decodeJson } from './decode-json.js';
import { decodeXml } from './decode-xml.js';
import { YANG_NAMESPACE } from './metadata.js';
import type { DecodeOptions } from './run.js';

/** 'rpc': input of an rpc or action; 'reply': its output. */
export type MessageKind = 'rpc' | 'reply' | 'notification';

export interface Message {
  readonly tree: Tree;
  /** The instance of the action or notification; empty for messages of the top level. */
  readonly at: InstancePath;
}

/**
 * Decodes the message in an object with one member, `module:name`.
 *
 * @throws RpcError with all faults of the content, as `decodeJson`; `unknown-element` when the schema has no such
 * message; `missing-element` or `bad-element` when the object does not lead to exactly one message
 */
export function decodeMessageJson(value: unknown, kind: MessageKind, options: DecodeOptions): Message {
  return find(new JsonHolder(inAction(value)), kind, options);
}

/** Decodes the message in an element of its name; raises as `decodeMessageJson`. */
export function decodeMessageXml(element: XmlElement, kind: MessageKind, options: DecodeOptions): Message {
  const isAction = element.name === 'action' && element.namespace === YANG_NAMESPACE;
  return find(new XmlHolder(isAction ? elementsOf(element) : [element]), kind, options);
}

/** Removes the wrapper `yang:action`, which libyang uses in JSON; RFC 7951 defines none. */
function inAction(value: unknown): unknown {
  return isObject(value) && isObject(value['yang:action']) ? value['yang:action'] : value;
}

/** One level of the path to a message, in either encoding. */
interface Holder {
  /** Returns the members other than `keys`, by their qname below `parent`. */
  others(parent: DataParent, keys: ReadonlySet<string>, schema: Schema): readonly Named[];
}

interface Named {
  readonly qname: string;
  /** Name of an attribute or metadata object on the member. */
  readonly attribute: string | undefined;
  decode(parent: DataParent, options: DecodeOptions): Tree;
  /** Returns the level below: of the container, or of the only list entry. */
  into(): Holder | undefined;
  /** Decodes the key leaves of an entry of `node`. */
  keys(node: ListNode, parent: DataParent, options: DecodeOptions): Tree;
}

function find(top: Holder, kind: MessageKind, options: DecodeOptions): Message {
  const { schema } = options;
  const path: PathStep[] = [];
  let holder: Holder | undefined = top;
  let parent: DataParent = schema.root;
  for (;;) {
    const one = onlyOne(holder, parent, path, options);
    const message = messageOf(parent, one.qname, kind, schema);
    if (message !== undefined && one.attribute !== undefined) throw annotated(one.qname, one.attribute, path);
    if (message !== undefined) return { tree: one.decode(message, { ...options, at: path }), at: path };
    const node: DataNode | undefined = parent.data.get(one.qname);
    if (node?.kind === 'container') path.push({ schema: node });
    else if (node?.kind === 'list') path.push({ schema: node, key: keyOf(one, node, parent, path, options) });
    else throw unknown(parent, one.qname, kind, path, schema);
    parent = node;
    holder = one.into();
  }
}

function onlyOne(holder: Holder | undefined, parent: DataParent, path: InstancePath, { schema }: DecodeOptions): Named {
  const keys = new Set(parent.kind === 'list' ? parent.keys.map(({ qname }) => qname) : []);
  const [only, second] = holder?.others(parent, keys, schema) ?? [];
  const place = path.length === 0 ? undefined : formatPath(path);
  if (only === undefined)
    throw new RpcError({
      type: 'application',
      tag: 'missing-element',
      path: place,
      message: `${place ?? 'the document'} leads to no rpc, action or notification; it has one member, named after it`,
      info: { 'bad-element': parent.name },
    });
  if (second !== undefined)
    throw new RpcError({
      type: 'application',
      tag: 'bad-element',
      path: place,
      message: `a message is one rpc, action or notification; beside '${only.qname}' there is '${second.qname}'`,
      info: { 'bad-element': local(second.qname) },
    });
  return only;
}

function messageOf(
  parent: DataParent,
  qname: string,
  kind: MessageKind,
  schema: Schema,
): OperationNode['input'] | NotificationNode | undefined {
  const { operations, notifications } = messagesOf(parent, schema);
  if (kind === 'notification') return notifications.get(qname);
  const operation = operations.get(qname);
  return kind === 'reply' ? operation?.output : operation?.input;
}

function messagesOf(parent: DataParent, schema: Schema) {
  if (parent.kind === 'root') return { operations: schema.rpcs, notifications: schema.notifications };
  if (parent.kind === 'container' || parent.kind === 'list')
    return { operations: parent.actions, notifications: parent.notifications };
  return { operations: new Map<string, OperationNode>(), notifications: new Map<string, NotificationNode>() };
}

function keyOf(one: Named, node: ListNode, parent: DataParent, path: InstancePath, options: DecodeOptions): string {
  const list = one.keys(node, parent, { ...options, at: path }).children.get(node.qname);
  const [entry] = list?.kind === 'list' ? list.entries : [];
  if (entry !== undefined) return entry.key;
  throw new RpcError({
    type: 'application',
    tag: 'missing-element',
    message: `the way to a message leads through one entry of '${node.name}', named by its keys`,
    info: { 'bad-element': node.name },
  });
}

/** Refuses attributes of a message: annotations are for data nodes only (RFC 7952 §3). */
function annotated(qname: string, attribute: string, path: InstancePath): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'unknown-attribute',
    path: path.length === 0 ? undefined : formatPath(path),
    message: `'${qname}' takes no attributes or annotations: '${attribute}' stands there`,
    info: { 'bad-attribute': attribute, 'bad-element': local(qname) },
  });
}

const WANTED: Readonly<Record<MessageKind, string>> = {
  rpc: 'rpc or action',
  reply: 'rpc or action',
  notification: 'notification',
};

function unknown(parent: DataParent, qname: string, kind: MessageKind, path: InstancePath, schema: Schema): RpcError {
  const { operations, notifications } = messagesOf(parent, schema);
  const known = kind === 'notification' ? notifications.keys() : operations.keys();
  const where = path.length === 0 ? 'at the top level' : `in '${parent.name}'`;
  return new RpcError({
    type: 'application',
    tag: 'unknown-element',
    path: path.length === 0 ? undefined : formatPath(path),
    message: `there is no ${WANTED[kind]} '${qname}' ${where}${didYouMean(qname, known)}`,
    info: { 'bad-element': local(qname) },
    schemaPath: parent.path,
  });
}

const local = (qname: string): string => qname.slice(qname.indexOf(':') + 1);

class JsonHolder implements Holder {
  constructor(readonly value: unknown) {}

  others(parent: DataParent, keys: ReadonlySet<string>): readonly Named[] {
    const { value } = this;
    if (!isObject(value)) return [];
    const qualified = (name: string) =>
      name.includes(':') || parent.kind === 'root' ? name : `${parent.module.name}:${name}`;
    const names = Object.keys(value);
    return names.flatMap((name): Named[] => {
      const qname = qualified(name);
      if (name.startsWith('@') || keys.has(qname)) return [];
      const content = value[name];
      const inside: unknown = Array.isArray(content) ? (content.length === 1 ? content[0] : undefined) : content;
      const entries = (node: ListNode) => (inside === undefined ? [] : [keysOf(inside, node)]);
      return [
        {
          qname,
          attribute: names.find((other) => other.startsWith('@')),
          decode: (message, options) => decodeJson(message, content, options),
          into: () => new JsonHolder(inside),
          keys: (node, holder, options) => decodeJson(holder, { [node.qname]: entries(node) }, options),
        },
      ];
    });
  }
}

function keysOf(value: unknown, node: ListNode): unknown {
  if (!isObject(value)) return value;
  const names = new Set(node.keys.flatMap((key) => [key.name, key.qname]));
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

class XmlHolder implements Holder {
  constructor(readonly elements: readonly XmlElement[]) {}

  others(_parent: DataParent, keys: ReadonlySet<string>, schema: Schema): readonly Named[] {
    return this.elements.flatMap((element): Named[] => {
      const qname = `${schema.moduleByNamespace(element.namespace)?.name ?? element.namespace}:${element.name}`;
      if (keys.has(qname)) return [];
      return [
        {
          qname,
          attribute: element.attributes[0]?.name,
          decode: (message, options) => decodeXml(message, element.children, options),
          into: () => new XmlHolder(elementsOf(element)),
          keys: ({ keys: leaves }, holder, options) => {
            const names = new Set(leaves.map(({ name }) => name));
            const children = elementsOf(element).filter(({ name }) => names.has(name));
            return decodeXml(holder, [{ ...element, children }], options);
          },
        },
      ];
    });
  }
}
