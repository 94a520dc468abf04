/** Instance documents of every kind, checked against a schema as `validate` and `conformance` do. */
import {
  type DecodeOptions,
  decodeJson,
  decodeXml,
  decodeXmlText,
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

export interface InstanceOptions extends Pick<DecodeOptions, 'onlyKnown' | 'keysFirst'> {
  /** Nothing is missed of modules that have no data in the document; only for data and configuration. */
  readonly onlyPresent?: boolean;
}

/**
 * Decodes and validates a document.
 * @throws RpcError with every fault found
 */
export function checkInstance(
  schema: Schema,
  text: string,
  format: InstanceFormat,
  type: InstanceType,
  { onlyPresent, ...strictness }: InstanceOptions = {},
): Tree {
  const config = type === 'config' ? 'only' : 'any';
  const tree = (format === 'json' ? fromJson : fromXml)(text, type, { schema, config, ...strictness });
  const isDatastore = type === 'data' || type === 'config';
  const skip = onlyPresent && isDatastore ? absentFrom(tree, schema) : undefined;
  validate(tree, { schema, type, skip, context: isDatastore ? undefined : emptyTree(schema.root) });
  return tree;
}

/** The top-level nodes of modules without data in the tree. */
function absentFrom(tree: Tree, schema: Schema): ReadonlySet<string> {
  const present = new Set([...tree.children.values()].map((data) => data.schema.module));
  return new Set([...schema.root.data.values()].flatMap(({ module, qname }) => (present.has(module) ? [] : [qname])));
}

function fromJson(text: string, type: InstanceType, options: DecodeOptions): Tree {
  const { schema } = options;
  const value = parseJson(text);
  if (type === 'data' || type === 'config') return decodeJson(schema.root, value, options);
  const [name, content] = onlyMember(value);
  return decodeJson(parentOf(schema, name, type), content, options);
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

function fromXml(text: string, type: InstanceType, options: DecodeOptions): Tree {
  const { schema } = options;
  const body = `<documents>${text.replace(/^\s*<\?xml[^>]*\?>/, '')}</documents>`;
  if (type === 'data' || type === 'config') return decodeXmlText(schema.root, body, { ...options, isWrapper });
  const elements = topElements(body);
  const [element] = elements;
  const module = element && schema.moduleByNamespace(element.namespace);
  const parent = parentOf(schema, `${module?.name ?? element?.namespace}:${element?.name}`, type);
  return decodeXml(parent, element?.children ?? [], options);
}

/** A document may have several elements at its top, as yanglint takes them; `data` and `config` are seen through. */
function isWrapper({ name, namespace }: XmlElement, depth: number): boolean {
  return depth === 0 || (depth === 1 && ['data', 'config'].includes(name) && namespace === NETCONF_BASE);
}

function topElements(body: string): XmlElement[] {
  const elements = elementsOf(parseXml(body));
  const [only, second] = elements;
  return only && !second && isWrapper(only, 1) ? elementsOf(only) : elements;
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
