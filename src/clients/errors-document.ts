/** The errors document of RESTCONF (RFC 8040 §7.1): `ietf-restconf:errors`. */
import { RpcError, type XmlElement } from '../data/index.js';
import {
  combine,
  decodeErrors,
  encodeErrorMembers,
  isErrorTag,
  isErrorType,
  type ModuleOf,
  type NamespaceOf,
} from './messages/index.js';
import { RESTCONF } from './namespaces.js';
import { is } from './xml.js';

/** JSON text of the error and those found with it; `error` is an array even of one. */
export function encodeErrorsJson(error: RpcError): string {
  return JSON.stringify({ 'ietf-restconf:errors': { error: error.all.map(toJson) } });
}

function toJson(error: RpcError): Record<string, unknown> {
  return {
    'error-type': error.type,
    'error-tag': error.tag,
    // Undefined members do not appear in the text.
    'error-app-tag': error.appTag,
    'error-path': error.path,
    'error-message': error.message,
    'error-info': error.info,
  };
}

/** XML text of the error and those found with it. @param namespaceOf the namespace of a module, for error-path */
export function encodeErrorsXml(error: RpcError, namespaceOf: NamespaceOf): string {
  const errors = error.all.map((each) => `<error>${encodeErrorMembers(each, namespaceOf, 'errors')}</error>`).join('');
  return `<errors xmlns="${RESTCONF}">${errors}</errors>`;
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

/** The members of error-info that are plain values. */
function scalars(info: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(info)) return undefined;
  const members = Object.entries(info).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return members.length === 0 ? undefined : Object.fromEntries(members.map(([name, value]) => [name, String(value)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
