/** Instance documents of every kind, checked against a schema as `validate` and `conformance` do. */
import {
  decodeJson,
  decodeXml,
  elementsOf,
  emptyTree,
  parseJson,
  parseXml,
  RpcError,
  type Tree,
  validate,
  type XmlElement,
} from '../data/index.js';
import type { DataParent, OperationNode, Schema } from '../yang/index.js';

export const INSTANCE_TYPES = ['data', 'config', 'rpc', 'reply', 'notification'] as const;
export type InstanceType = (typeof INSTANCE_TYPES)[number];
export type InstanceFormat = 'json' | 'xml';

/**
 * Decodes and validates a document.
 * @throws RpcError with every fault found
 */
export function checkInstance(schema: Schema, text: string, format: InstanceFormat, type: InstanceType): Tree {
  const tree = format === 'json' ? fromJson(schema, text, type) : fromXml(schema, text, type);
  validate(tree, { schema, type, context: type === 'data' || type === 'config' ? undefined : emptyTree(schema.root) });
  return tree;
}

function fromJson(schema: Schema, text: string, type: InstanceType): Tree {
  const value = parseJson(text);
  if (type === 'data' || type === 'config')
    return decodeJson(schema.root, value, { schema, config: type === 'config' ? 'only' : 'any' });
  const [name, content] = onlyMember(value);
  return decodeJson(parentOf(schema, name, type), content, { schema });
}

function onlyMember(value: unknown): [string, unknown] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [only, second] = members;
  if (only && !second) return only;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    message: 'the document must be an object with one member, "module:name" of the rpc or notification',
  });
}

function fromXml(schema: Schema, text: string, type: InstanceType): Tree {
  const elements = topElements(text);
  if (type === 'data' || type === 'config') {
    return decodeXml(schema.root, elements, { schema, config: type === 'config' ? 'only' : 'any' });
  }
  const [element] = elements;
  const module = element && schema.moduleByNamespace(element.namespace);
  const parent = parentOf(schema, `${module?.name ?? element?.namespace}:${element?.name}`, type);
  return decodeXml(parent, element?.children ?? [], { schema });
}

/** The elements of a document that may have several at its top, as yanglint takes them; `data` and `config` wrappers are seen through. */
function topElements(text: string): XmlElement[] {
  const body = text.replace(/^\s*<\?xml[^>]*\?>/, '');
  const elements = elementsOf(parseXml(`<documents>${body}</documents>`));
  const [only, second] = elements;
  const wrapped = only && !second && ['data', 'config'].includes(only.name) && only.namespace === NETCONF_BASE;
  return wrapped ? elementsOf(only) : elements;
}

const NETCONF_BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';

function parentOf(schema: Schema, name: string, type: InstanceType): DataParent {
  const notification = type === 'notification' ? schema.notifications.get(name) : undefined;
  if (notification) return notification;
  const rpc: OperationNode | undefined = type === 'notification' ? undefined : schema.rpcs.get(name);
  if (rpc) return type === 'reply' ? rpc.output : rpc.input;
  throw new RpcError({
    type: 'application',
    tag: 'unknown-element',
    message: `the modules define no ${type === 'notification' ? 'notification' : 'rpc'} "${name}"`,
    info: { 'bad-element': name },
  });
}
