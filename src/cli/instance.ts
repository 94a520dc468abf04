/** Checks instance documents of every kind against a schema, for `validate` and `conformance`. */
import {
  applyEdit,
  type DecodeOptions,
  decodeJson,
  decodeMessageJson,
  decodeMessageXml,
  decodeXmlText,
  editAt,
  emptyTree,
  type InstancePath,
  isObject,
  type Message,
  type MessageKind,
  parseInstancePath,
  parseJson,
  parseXml,
  RpcError,
  type Tree,
  validate,
  type XmlElement,
} from '../data/index.js';
import type { DataParent, Schema } from '../yang/index.js';
import { eventOf, eventOfJson, JSON_NOTIFICATION, operationOf } from './envelope.js';

export const INSTANCE_TYPES = ['data', 'config', 'rpc', 'reply', 'notification'] as const;
export type InstanceType = (typeof INSTANCE_TYPES)[number];
export type InstanceFormat = 'json' | 'xml';

export interface InstanceOptions extends Pick<DecodeOptions, 'onlyKnown' | 'keysFirst' | 'errors'> {
  /** Missing nodes of modules without data in the document are no error; only for data and configuration. */
  readonly onlyPresent?: boolean;
  /**
   * The container or list entry whose children the document holds (see `partAt`). Default: the top level. Only for data and
   * configuration.
   */
  readonly at?: InstancePath;
  /** The datastore that a message or a partial document refers to. Default: an empty one. */
  readonly context?: Tree;
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
  { onlyPresent, at: part = [], context, ...strictness }: InstanceOptions = {},
): Tree {
  const config = type === 'config' ? 'only' : 'any';
  const { errors } = strictness;
  if (type !== 'data' && type !== 'config') {
    const { tree, at } = (format === 'json' ? messageInJson : messageInXml)(text, type, { schema, ...strictness });
    validate(tree, { schema, type, at, context: holding(at, context ?? emptyTree(schema.root), schema), errors });
    return tree;
  }
  const parent = parentAt(part, schema);
  const tree = (format === 'json' ? fromJson : fromXml)(parent, text, { schema, config, at: part, ...strictness });
  const skip = onlyPresent ? absentFrom(tree, schema) : undefined;
  validate(tree, { schema, type, at: part, skip, context, errors });
  return tree;
}

/** Decodes the content of a datastore without validation, as context for references. */
export function readContext(schema: Schema, text: string): Tree {
  return (formatOf(text) === 'json' ? fromJson : fromXml)(schema.root, text, { schema });
}

/** Returns the format, derived from the text. */
export const formatOf = (text: string): InstanceFormat => (text.trimStart().startsWith('<') ? 'xml' : 'json');

/** Returns the top-level nodes of modules that have no data in the tree. */
function absentFrom(tree: Tree, schema: Schema): ReadonlySet<string> {
  const present = new Set([...tree.children.values()].map((data) => data.schema.module));
  return new Set([...schema.root.data.values()].flatMap(({ module, qname }) => (present.has(module) ? [] : [qname])));
}

/**
 * Returns the path of a partial document's parent, from an instance-identifier in RFC 7951 form.
 * @throws RpcError unless it names a container, or a list entry with its keys
 */
export function partAt(schema: Schema, text: string): InstancePath {
  const path = parseInstancePath(schema, text);
  parentAt(path, schema);
  return path;
}

function parentAt(at: InstancePath, schema: Schema): DataParent {
  const nameless = at.find((step) => step.schema.kind === 'list' && step.key === undefined);
  const last = at.at(-1);
  if (last === undefined) return schema.root;
  if (nameless === undefined && (last.schema.kind === 'container' || last.schema.kind === 'list')) return last.schema;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    message: `'${(nameless ?? last).schema.name}' holds no document: name a container, or a list entry with its keys`,
  });
}

/** Returns the datastore with the instance of a message, adding it when it is missing. */
function holding(at: InstancePath, datastore: Tree, schema: Schema): Tree {
  if (at.length === 0) return datastore;
  return applyEdit(datastore, editAt(schema, at, 'merge', undefined), 'merge', { schema });
}

/** Members that only wrap the content of a datastore: that of RFC 8040 §3.3.1, and the JSON forms of NETCONF's elements. */
const JSON_WRAPPERS: ReadonlySet<string> = new Set(['ietf-restconf:data', 'ietf-netconf:data', 'ietf-netconf:config']);

function fromJson(parent: DataParent, text: string, options: DecodeOptions): Tree {
  const value = parseJson(text);
  const [[name, content] = [], second] = isObject(value) ? Object.entries(value) : [];
  const isWrapped = name !== undefined && second === undefined && JSON_WRAPPERS.has(name);
  return decodeJson(parent, isWrapped ? content : value, options);
}

function messageInJson(text: string, type: MessageKind, options: DecodeOptions): Message {
  const value = parseJson(text);
  const isEnveloped = type === 'notification' && isObject(value) && Object.hasOwn(value, JSON_NOTIFICATION);
  return decodeMessageJson(isEnveloped ? eventOfJson(value) : value, type, options);
}

function fromXml(parent: DataParent, text: string, options: DecodeOptions): Tree {
  return placed(text, (body) => decodeXmlText(parent, body, { ...options, isWrapper }));
}

/** True for wrappers. A document may have several top elements, as in yanglint; `data` and `config` are wrappers. */
function isWrapper({ name, namespace }: XmlElement, depth: number): boolean {
  return depth === 0 || (depth === 1 && ['data', 'config'].includes(name) && namespace === NETCONF_BASE);
}

function messageInXml(text: string, type: MessageKind, options: DecodeOptions): Message {
  const nodes = placed(text, (body) => parseXml(body).children);
  const [element, second] = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  if (element === undefined || typeof element === 'string' || second !== undefined)
    throw new RpcError({
      type: 'application',
      tag: 'bad-element',
      message: 'a message is one element, named after the rpc, action or notification',
    });
  return decodeMessageXml(withoutEnvelope(element), type, options);
}

const NETCONF_BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const ENVELOPES: ReadonlyMap<string, (element: XmlElement) => XmlElement> = new Map([
  [`${NETCONF_BASE} rpc`, operationOf],
  ['urn:ietf:params:xml:ns:netconf:notification:1.0 notification', eventOf],
]);

function withoutEnvelope(element: XmlElement): XmlElement {
  return ENVELOPES.get(`${element.namespace} ${element.name}`)?.(element) ?? element;
}

/** Reads the text as the content of one element. Positions in errors are those of the text: only its first line is shifted. */
function placed<T>(text: string, read: (body: string) => T): T {
  const content = text.replace(/^\s*<\?xml[^>]*\?>/, (declaration) => declaration.replace(/[^\n]/g, ''));
  try {
    return read(`<documents>${content}</documents>`);
  } catch (error) {
    if (error instanceof RpcError && error.tag === 'malformed-message' && error.message.startsWith('line 1,'))
      parseXml(text);
    throw error;
  }
}
