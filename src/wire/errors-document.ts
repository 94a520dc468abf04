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

/** JSON text of the error and those found with it; `error` is an array even of one. */
export function encodeErrorsJson(error: RpcError): string {
  return `{"ietf-restconf:errors":${encodeErrorList(error, 'json')}}`;
}

/**
 * The content of an `errors` node, which other documents have too (RFC 8072 §2.3): in JSON the object, in XML its child
 * elements, in the default namespace of what is around them.
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
    // Undefined members do not appear in the text.
    'error-app-tag': error.appTag,
    'error-path': error.path,
    'error-message': error.message,
    'error-info': error.structure ? { ...error.info, ...qualified(error.structure) } : error.info,
  };
}

/** What is in a structure, named for a place in another module's data (RFC 7951 §4). */
function qualified({ children }: Tree): Record<string, unknown> {
  return Object.fromEntries([...children].map(([name, data]) => [name, nodeToValue(data)]));
}

/** XML text of the error and those found with it. @param namespaceOf the namespace of a module, for error-path */
export function encodeErrorsXml(error: RpcError, namespaceOf: NamespaceOf): string {
  return `<errors xmlns="${RESTCONF}">${encodeErrorList(error, 'xml', namespaceOf)}</errors>`;
}

/** Reads the document from parsed JSON; undefined when it is none. The first error carries the others. */
export function decodeErrorsJson(document: unknown): RpcError | undefined {
  const errors = isObject(document) ? document['ietf-restconf:errors'] : undefined;
  const list = isObject(errors) ? errors.error : undefined;
  // Some servers write a single error without the array.
  return combine((Array.isArray(list) ? list : [list]).filter(isObject).map(fromJson));
}

/** Reads the document from parsed XML; undefined when it is none. */
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

/** The members of error-info that are plain values, or lists of them. */
function scalars(info: unknown): ErrorInfo | undefined {
  if (!isObject(info)) return undefined;
  const members = Object.entries(info).flatMap(([name, value]): [string, string[]][] => {
    const values = (Array.isArray(value) ? value : [value]).filter(isScalar).map(String);
    return values.length === 0 ? [] : [[name, values]];
  });
  return members.length === 0 ? undefined : infoOf(members);
}

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
