import {
  type DecodeOptions,
  decodeJsonInTurns,
  decodeXmlInTurns,
  type InstancePath,
  isObject,
  parseJsonInTurns,
  parseXmlInTurns,
  RpcError,
  TimeSlice,
  type Tree,
  type XmlElement,
} from '../../data/index.js';
import {
  decodeTextInTurns,
  type Encoding,
  encodingOf,
  MEDIA_TYPE,
  namespaces,
  parseMediaType,
} from '../../wire/index.js';
import type { DataParent } from '../../yang/index.js';
import { unsupportedMediaType } from '../refusal.js';
import type { Exchange } from './exchange.js';

/** A parsed message-body, not yet validated by the schema. */
export type Body =
  | { readonly encoding: 'json'; readonly members: Readonly<Record<string, unknown>> }
  | { readonly encoding: 'xml'; readonly element: XmlElement };

/** Returns the encoding of a Content-Type; undefined for none or another. */
function encodingOfContent(contentType: string | undefined): Encoding | undefined {
  const type = contentType === undefined ? undefined : parseMediaType(contentType);
  if (!type || type.name === MEDIA_TYPE.patchJson || type.name === MEDIA_TYPE.patchXml) return undefined;
  return encodingOf(type.name);
}

/** Returns the encoding of the answer when the client names none: that of its message-body, patches included, or JSON. */
export function encodingOfAnswerTo(contentType: string | undefined): Encoding {
  return encodingOf(contentType === undefined ? '' : (parseMediaType(contentType)?.name ?? '')) ?? 'json';
}

/**
 * Parses the message-body; undefined when there is none. Other work runs while a long one is parsed.
 *
 * @throws Refusal 415 for another media type; RpcError malformed-message for invalid JSON, XML or UTF-8
 */
export async function parseBody(exchange: Exchange): Promise<Body | undefined> {
  const { body, headers } = exchange;
  if (!body || body.length === 0) return undefined;
  const type = headers['content-type'];
  const encoding = encodingOfContent(type);
  if (encoding === undefined) {
    const found = type === undefined ? 'the request has no Content-Type' : `the request has Content-Type "${type}"`;
    throw unsupportedMediaType(`${found}; expected ${MEDIA_TYPE.json} or ${MEDIA_TYPE.xml}`);
  }
  return parseText(exchange, encoding, body);
}

/** Memory of a parsed body, as a factor of its size. */
const PARSED = 3;

/**
 * Parses a body.
 *
 * @throws RpcError malformed-message for invalid JSON, XML or UTF-8; resource-denied when the user holds too many bytes
 */
export async function parseText(exchange: Exchange, encoding: Encoding, body: Buffer): Promise<Body> {
  const { caller, bodyLimits, held } = exchange;
  held.takeRequest(PARSED * body.length);
  const slice = new TimeSlice(caller);
  const text = await decodeTextInTurns(body, slice);
  return encoding === 'json'
    ? { encoding, members: objectOf(await parseJsonInTurns(text, bodyLimits, slice)) }
    : { encoding, element: await parseXmlInTurns(text, bodyLimits, slice) };
}

/** Parses a required message-body. @throws RpcError malformed-message when the request has none */
export async function requireBody(exchange: Exchange, expected: string): Promise<Body> {
  const body = await parseBody(exchange);
  if (!body) throw malformed(`the request has no message-body; expected ${expected}`);
  return body;
}

/**
 * Decodes child resources of `parent` in PUT, PATCH and POST; refuses state among them.
 *
 * @param at path of the parent, for the paths of errors
 */
export function decodeChildren(exchange: Exchange, parent: DataParent, at: InstancePath, body: Body): Promise<Tree> {
  const options: DecodeOptions = { schema: exchange.schema, config: 'only', at };
  const slice = new TimeSlice(exchange.caller);
  return body.encoding === 'json'
    ? decodeJsonInTurns(parent, body.members, options, slice)
    : decodeXmlInTurns(parent, [body.element], options, slice);
}

/** A node of a protocol module around the members of a document: `ietf-restconf:data`, `module:input`. */
export interface Wrapper {
  readonly module: string;
  readonly namespace: string;
  readonly name: string;
}

/** The wrapper of the datastore resource. */
export const DATA: Wrapper = { module: 'ietf-restconf', namespace: namespaces.RESTCONF, name: 'data' };

/**
 * Decodes the children of `parent` inside the wrapping node.
 *
 * @throws RpcError malformed-message when the wrapper is missing or not the only node
 */
export async function decodeWrapped(
  exchange: Exchange,
  parent: DataParent,
  wrapper: Wrapper,
  body: Body,
): Promise<Tree> {
  const options: DecodeOptions = { schema: exchange.schema, config: parent.kind === 'root' ? 'only' : 'any' };
  const slice = new TimeSlice(exchange.caller);
  if (body.encoding === 'xml') {
    const { element } = body;
    if (element.name !== wrapper.name || element.namespace !== wrapper.namespace) {
      throw malformed(
        `the message-body is element "${element.name}" in namespace "${element.namespace}"; expected "${wrapper.name}" in "${wrapper.namespace}"`,
      );
    }
    return decodeXmlInTurns(parent, element.children, options, slice);
  }
  const expected = `${wrapper.module}:${wrapper.name}`;
  const names = Object.keys(body.members);
  if (names.length !== 1 || names[0] !== expected) {
    const found = names.map((name) => `"${name}"`).join(', ') || 'none';
    throw malformed(`the message-body must have the one member "${expected}"; found ${found}`);
  }
  return decodeJsonInTurns(parent, objectOf(body.members[expected]), options, slice);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw malformed('expected a JSON object');
}

function malformed(message: string): RpcError {
  return new RpcError({ type: 'rpc', tag: 'malformed-message', message });
}
