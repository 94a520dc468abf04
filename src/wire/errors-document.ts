/** The errors document of RESTCONF (RFC 8040 §7.1): `ietf-restconf:errors`. */
import { type ErrorInfo, isObject, nodeToValue, RpcError, type Tree, type XmlElement } from '../data/index.js';
import type { Encoding } from './media-types.js';
import {
  combine,
  decodeErrors,
  encodeErrorMembers,
  infoOf,
  isErrorTag,
  isErrorType,
  type ModuleOf,
  type NamespaceOf,
} from './messages/index.js';
import { RESTCONF } from './namespaces.js';
import { is } from './xml.js';

/** Encodes the error and those found with it as JSON; `error` is always an array. */
export function encodeErrorsJson(error: RpcError): string {
  return `{"ietf-restconf:errors":${encodeErrorList(error, 'json')}}`;
}

/**
 * Encodes the content of an `errors` node, which other documents have too (RFC 8072 §2.3): in JSON the object, in XML its
 * child elements, in the default namespace of the surrounding text.
 */
export function encodeErrorList(
  error: RpcError,
  encoding: Encoding,
  namespaceOf: NamespaceOf = () => undefined,
): string {
  return encoding === 'json'
    ? JSON.stringify({ error: error.all.map(toJson) })
    : error.all.map((each) => `<error>${encodeErrorMembers(each, namespaceOf, 'errors')}</error>`).join('');
}

function toJson(error: RpcError): Record<string, unknown> {
  return {
    'error-type': error.type,
    'error-tag': error.tag,
    // Undefined members are not encoded.
    'error-app-tag': error.appTag,
    'error-path': error.path,
    'error-message': error.message,
    'error-info': error.structure ? { ...error.info, ...qualified(error.structure) } : error.info,
  };
}

/** Returns the content of a structure with names for data of another module (RFC 7951 §4). */
function qualified({ children }: Tree): Record<string, unknown> {
  return Object.fromEntries([...children].map(([name, data]) => [name, nodeToValue(data)]));
}

/** Encodes the error and those found with it as XML. @param namespaceOf returns the namespace of a module, for error-path */
export function encodeErrorsXml(error: RpcError, namespaceOf: NamespaceOf): string {
  return `<errors xmlns="${RESTCONF}">${encodeErrorList(error, 'xml', namespaceOf)}</errors>`;
}

/** Decodes the document from parsed JSON; undefined for another document. The first error holds the others. */
export function decodeErrorsJson(document: unknown): RpcError | undefined {
  const errors = isObject(document) ? document['ietf-restconf:errors'] : undefined;
  const list = isObject(errors) ? errors.error : undefined;
  // Some servers send a single error without the array.
  return combine((Array.isArray(list) ? list : [list]).filter(isObject).map(fromJson));
}

/** Decodes the document from parsed XML; undefined for another document. */
export function decodeErrorsXml(document: XmlElement, moduleOf?: ModuleOf): RpcError | undefined {
  return is(document, RESTCONF, 'errors') ? decodeErrors(document, 'error', moduleOf) : undefined;
}

function fromJson(error: Readonly<Record<string, unknown>>): RpcError {
  const text = (name: string): string | undefined => {
    const value = error[name];
    return typeof value === 'string' ? value : undefined;
  };
  const type = text('error-type') ?? '';
  const tag = text('error-tag') ?? '';
  return new RpcError({
    type: isErrorType(type) ? type : 'application',
    tag: isErrorTag(tag) ? tag : 'operation-failed',
    message: text('error-message') ?? (tag === '' ? 'the server gave no reason' : tag),
    appTag: text('error-app-tag'),
    path: text('error-path'),
    info: scalars(error['error-info']),
  });
}

/** Returns the members of error-info that are plain values or lists of them. */
function scalars(info: unknown): ErrorInfo | undefined {
  if (!isObject(info)) return undefined;
  const members = Object.entries(info).flatMap(([name, value]): [string, string[]][] => {
    const values = (Array.isArray(value) ? value : [value]).filter(isScalar).map(String);
    return values.length === 0 ? [] : [[name, values]];
  });
  return members.length === 0 ? undefined : infoOf(members);
}

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
