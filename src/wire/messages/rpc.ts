import { elementsOf, escapeAttribute, RpcError, type XmlElement } from '../../data/index.js';
import { NETCONF_BASE } from '../namespaces.js';
import { declaration, is, trimmedText } from '../xml.js';

const MESSAGE_ID = 'message-id';
/** Prefix that needs no declaration (Namespaces in XML §3). */
const XML_PREFIX = 'xml';

/** A request with its one operation, and the parts that every reply repeats. */
export interface Rpc {
  readonly element: XmlElement;
  readonly messageId: string;
  /** The operation, e.g. `get-config`. */
  readonly operation: XmlElement;
}

/**
 * Builds the text of an rpc. @param operation the XML of the operation; names without a prefix are in the base namespace by
 * default
 */
export function buildRpc(messageId: string, operation: string): string {
  return `<rpc xmlns="${NETCONF_BASE}" message-id="${escapeAttribute(messageId)}">${operation}</rpc>`;
}

/**
 * Parses the envelope of a request (RFC 6241 §4.1).
 * @throws RpcError unknown-namespace or unknown-element (not an rpc), missing-attribute (no message-id), missing-element or
 * bad-element (not exactly one operation); all of type rpc
 */
export function parseRpc(element: XmlElement): Rpc {
  const { name } = element;
  if (name === 'rpc' && element.namespace !== NETCONF_BASE) {
    throw new RpcError({
      type: 'rpc',
      tag: 'unknown-namespace',
      message: `rpc must be in namespace ${NETCONF_BASE}, not "${element.namespace}"`,
      info: { 'bad-element': name, 'bad-namespace': element.namespace },
    });
  }
  if (!is(element, NETCONF_BASE, 'rpc')) {
    const message =
      name === 'hello'
        ? 'hello was exchanged already; only rpc may follow it'
        : `a client may send only rpc here, not ${name}`;
    throw new RpcError({ type: 'rpc', tag: 'unknown-element', message, info: { 'bad-element': name } });
  }
  const messageId = element.attributes.find((each) => each.name === MESSAGE_ID && each.namespace === '')?.value;
  if (messageId === undefined) {
    throw new RpcError({
      type: 'rpc',
      tag: 'missing-attribute',
      message: 'rpc must have the attribute message-id (RFC 6241 section 4.1)',
      info: { 'bad-attribute': MESSAGE_ID, 'bad-element': 'rpc' },
    });
  }
  return { element, messageId, operation: operationOf(element) };
}

function operationOf(element: XmlElement): XmlElement {
  const [operation, second] = elementsOf(element);
  if (!operation) {
    throw new RpcError({
      type: 'rpc',
      tag: 'missing-element',
      message: 'rpc must contain one operation and is empty',
      info: { 'bad-element': 'rpc' },
    });
  }
  if (second) {
    throw new RpcError({
      type: 'rpc',
      tag: 'bad-element',
      message: `rpc must contain one operation; ${second.name} follows ${operation.name}`,
      info: { 'bad-element': second.name },
    });
  }
  const text = trimmedText(element);
  if (text !== '') {
    throw new RpcError({
      type: 'rpc',
      tag: 'bad-element',
      message: `rpc contains the text "${text.slice(0, 40)}" beside its operation`,
      info: { 'bad-element': 'rpc' },
    });
  }
  return operation;
}

/** The start and end tag of the reply to one request. */
export interface ReplyEnvelope {
  readonly open: string;
  readonly close: string;
  /** An `ok` element in the right namespace. */
  readonly ok: string;
}

/**
 * Returns the envelope of a reply, with all attributes and namespace declarations of the rpc (RFC 6241 §4.1, §4.2). It keeps
 * the rpc's prefix, because the default namespace may be another one there. So its content must declare its own namespaces.
 * @param element the request; undefined when it could not be read
 */
export function replyEnvelope(element: XmlElement | undefined): ReplyEnvelope {
  if (!element || element.namespace !== NETCONF_BASE) return PLAIN;
  const declarations = [...element.scope]
    .filter(([prefix]) => prefix !== XML_PREFIX)
    .map(([prefix, namespace]) => declaration(prefix, namespace));
  const attributes = element.attributes.map(
    (each) => ` ${each.prefix === '' ? '' : `${each.prefix}:`}${each.name}="${escapeAttribute(each.value)}"`,
  );
  const prefix = element.prefix === '' ? '' : `${element.prefix}:`;
  return {
    open: `<${prefix}rpc-reply${declarations.join('')}${attributes.join('')}>`,
    close: `</${prefix}rpc-reply>`,
    ok: `<${prefix}ok/>`,
  };
}

const PLAIN: ReplyEnvelope = { open: `<rpc-reply xmlns="${NETCONF_BASE}">`, close: '</rpc-reply>', ok: '<ok/>' };
