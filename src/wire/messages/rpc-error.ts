import {
  ERROR_TAGS,
  ERROR_TYPES,
  type ErrorInfo,
  type ErrorTag,
  type ErrorType,
  elementsOf,
  encodeXml,
  escapeText,
  RpcError,
  type XmlElement,
} from '../../data/index.js';
import { NETCONF_BASE, RESTCONF, YANG } from '../namespaces.js';
import { childOf, declaration, is, trimmedText } from '../xml.js';
import { fromXmlPath, type ModuleOf, type NamespaceOf, toXmlPath } from './instance-path.js';

const TYPES: ReadonlySet<string> = new Set(ERROR_TYPES);

const TAGS: ReadonlySet<string> = new Set(ERROR_TAGS);

/** Members of error-info in the YANG namespace (RFC 7950 §15); the others are in NETCONF's. */
const YANG_INFO: ReadonlySet<string> = new Set(['missing-choice', 'non-unique']);
/** The member whose value is an instance path. */
const PATH_INFO = 'non-unique';

export function isErrorType(text: string): text is ErrorType {
  return TYPES.has(text);
}

export function isErrorTag(text: string): text is ErrorTag {
  return TAGS.has(text);
}

/** Encodes the members of an error as XML elements in the order of RFC 6241's schema, for rpc-error and ietf-restconf:errors. */
export function encodeErrorMembers(
  error: RpcError,
  namespaceOf: NamespaceOf,
  document: 'rpc-error' | 'errors',
): string {
  const path = error.path === undefined ? undefined : toXmlPath(error.path, namespaceOf);
  return [
    `<error-type>${error.type}</error-type><error-tag>${error.tag}</error-tag>`,
    document === 'rpc-error' ? '<error-severity>error</error-severity>' : '',
    error.appTag === undefined ? '' : `<error-app-tag>${escapeText(error.appTag)}</error-app-tag>`,
    // A path without its namespaces has no meaning for the receiver, so it is left out.
    path === undefined ? '' : `<error-path${declarations(path.declared)}>${escapeText(path.text)}</error-path>`,
    // In RFC 6241's schema the message has a language; in RFC 8040's module it is a leaf without attributes.
    `<error-message${document === 'rpc-error' ? ' xml:lang="en"' : ''}>${escapeText(error.message)}</error-message>`,
    encodeInfo(error, namespaceOf, document === 'rpc-error' ? NETCONF_BASE : RESTCONF),
  ].join('');
}

/** Encodes rpc-error elements for the error and those found with it (RFC 6241 §4.3). Each declares its namespace. */
export function encodeRpcErrors(error: RpcError, namespaceOf: NamespaceOf): string {
  return error.all
    .map(
      (each) => `<rpc-error xmlns="${NETCONF_BASE}">${encodeErrorMembers(each, namespaceOf, 'rpc-error')}</rpc-error>`,
    )
    .join('');
}

function encodeInfo({ info, structure }: RpcError, namespaceOf: NamespaceOf, around: string): string {
  const members = Object.entries(info ?? {}).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
  );
  if (members.length === 0 && !structure) return '';
  const texts = members.map(([name, value]) => encodeInfoMember(name, value, namespaceOf, around));
  return `<error-info>${texts.join('')}${structure ? encodeXml(structure) : ''}</error-info>`;
}

function encodeInfoMember(name: string, value: string, namespaceOf: NamespaceOf, around: string): string {
  const colon = name.indexOf(':');
  const namespace = colon < 0 ? undefined : namespaceOf(name.slice(0, colon));
  const own = namespace ?? (YANG_INFO.has(name) ? YANG : NETCONF_BASE);
  const local = name.slice(colon + 1);
  const path = name === PATH_INFO ? toXmlPath(value, namespaceOf) : undefined;
  const declared = (own === around ? '' : declaration('', own)) + declarations(path?.declared ?? new Map());
  return `<${local}${declared}>${escapeText(path?.text ?? value)}</${local}>`;
}

function declarations(declared: ReadonlyMap<string, string>): string {
  return [...declared].map(([prefix, namespace]) => declaration(prefix, namespace)).join('');
}

/**
 * Decodes one rpc-error, or one error of ietf-restconf:errors. A tag or type outside RFC 6241 becomes operation-failed of
 * type application, with its name in the message.
 */
export function decodeError(element: XmlElement, moduleOf: ModuleOf = () => undefined): RpcError {
  const member = (name: string): XmlElement | undefined => childOf(element, element.namespace, name);
  const text = (name: string): string | undefined => {
    const found = member(name);
    return found && trimmedText(found);
  };
  const type = text('error-type') ?? '';
  const tag = text('error-tag') ?? '';
  const path = member('error-path');
  return new RpcError({
    type: isErrorType(type) ? type : 'application',
    tag: isErrorTag(tag) ? tag : 'operation-failed',
    message: text('error-message') ?? (tag === '' ? 'the peer gave no reason' : tag),
    appTag: text('error-app-tag'),
    path: path && fromXmlPath(trimmedText(path), path.scope, moduleOf),
    info: decodeInfo(member('error-info'), moduleOf),
  });
}

/**
 * Decodes the errors of an rpc-reply or of ietf-restconf:errors into one RpcError; undefined when there is none. Ignores
 * warnings (RFC 6241 §4.3 error-severity).
 */
export function decodeErrors(parent: XmlElement, name: string, moduleOf?: ModuleOf): RpcError | undefined {
  const errors = elementsOf(parent)
    .filter((child) => is(child, parent.namespace, name))
    .filter((child) => severityOf(child) !== 'warning')
    .map((child) => decodeError(child, moduleOf));
  return combine(errors);
}

/** Returns the first error with the others in it. */
export function combine(errors: readonly RpcError[]): RpcError | undefined {
  const [first, ...others] = errors;
  if (!first || others.length === 0) return first;
  return new RpcError(first, others);
}

function severityOf(element: XmlElement): string | undefined {
  const severity = childOf(element, element.namespace, 'error-severity');
  return severity && trimmedText(severity);
}

function decodeInfo(info: XmlElement | undefined, moduleOf: ModuleOf): ErrorInfo | undefined {
  if (!info) return undefined;
  const members = new Map<string, string[]>();
  for (const member of elementsOf(info)) {
    const value = trimmedText(member);
    const read = member.name === PATH_INFO ? fromXmlPath(value, member.scope, moduleOf) : value;
    const same = members.get(member.name);
    if (same) same.push(read);
    else members.set(member.name, [read]);
  }
  return members.size === 0 ? undefined : infoOf(members);
}

/** Returns the info; a member with one value becomes a string. */
export function infoOf(members: Iterable<readonly [string, readonly string[]]>): ErrorInfo {
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
