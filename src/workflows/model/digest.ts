/** The digest of a graph: the same for the same content, however it is written. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import { isObject } from '../../data/index.js';
import {
  canonical,
  type DataNode,
  type DataParent,
  type LeafNode,
  type LeafValue,
  type ListNode,
} from '../../yang/index.js';

/** Leaves of a definition that are not in its graph. */
const OUTSIDE: ReadonlySet<string> = new Set(['name', 'enabled', 'coordinator', 'runner-group', 'uri']);
const OUTSIDE_DIGEST: ReadonlySet<string> = new Set([...OUTSIDE, 'id']);

export interface Content {
  /** RFC 8785 text of the graph. */
  readonly text: string;
  /** `sha-256:` and hexadecimal digits. */
  readonly digest: string;
}

/**
 * Returns the content of a graph: RFC 7951 JSON without values that are the default, lists sorted by their keys. An `id` that a node
 * made (`agent-dag:`) is no part of the digest: a graph without one has the same digest here and where it is sent.
 *
 * @param schema list of definitions, or the container of a graph
 * @param value RFC 7951 value of one definition or graph; it is not changed any more
 */
export function contentOf(schema: DataParent, value: unknown): Content {
  const text = membersText(schema, value, OUTSIDE);
  const own = isObject(value) && isOfNode(value.id) ? membersText(schema, value, OUTSIDE_DIGEST) : text;
  return { text, digest: `sha-256:${createHash('sha256').update(own).digest('hex')}` };
}

const SCHEME = 'agent-dag:';
const SHORT = 32;

/** True for an identifier that a node wrote: it is no part of the digest. */
export function isOfNode(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith(SCHEME);
}

/**
 * Returns the identifier of a graph (`ATD-4.1-c`): that of its author, or one of the node.
 *
 * @param definition name of the definition; undefined for a graph that was given to `start`
 * @param digest of the graph, `sha-256:` and hexadecimal digits
 */
export function identifierOf(
  id: string | undefined,
  { nodeId, definition, digest }: { readonly nodeId: string; readonly definition?: string; readonly digest: string },
): string {
  return id ?? `${SCHEME}${nodeId}/${definition ?? digest.slice(digest.indexOf(':') + 1).slice(0, SHORT)}`;
}

/** Texts of entries of lists, by their values: of a graph that is edited, most entries stay as they are. */
const entryTexts = new WeakMap<object, string>();

function entryText(schema: ListNode, value: unknown): string {
  if (!isObject(value)) return membersText(schema, value);
  const known = entryTexts.get(value) ?? membersText(schema, value);
  entryTexts.set(value, known);
  return known;
}

const NO_MEMBERS = '{}';

/** Returns the canonical text (RFC 8785) of an object, its members in the order of their names. */
function membersText(schema: DataParent, value: unknown, but: ReadonlySet<string> = NOTHING): string {
  if (!isObject(value)) return NO_MEMBERS;
  const members: { readonly name: string; readonly text: string }[] = [];
  for (const node of schema.data.values()) {
    const given = but.has(node.name) ? undefined : memberOf(value, node);
    const text = given === undefined ? undefined : nodeText(node, given);
    if (text !== undefined) members.push({ name: node.name, text });
  }
  return `{${sortedBy(members, ({ name }) => name)
    .map(({ name, text }) => `"${name}":${text}`)
    .join(',')}}`;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the canonical text of a value; undefined when nothing is left in it that is not the default. */
function nodeText(node: DataNode, value: unknown): string | undefined {
  switch (node.kind) {
    case 'container': {
      const text = membersText(node, value);
      return node.presence || text !== NO_MEMBERS ? text : undefined;
    }
    case 'list': {
      const entries = arrayOf(value);
      const sorted = node.orderedBy === 'user' ? entries : sortedBy(entries, (entry) => keyOf(node.keys, entry));
      return sorted.length === 0 ? undefined : `[${sorted.map((entry) => entryText(node, entry)).join(',')}]`;
    }
    case 'leaf':
      return node.default !== undefined && sameText(node.default, value) ? undefined : canonicalJson(value);
    case 'leaf-list': {
      const values = arrayOf(value);
      const sorted = node.orderedBy === 'user' ? values : sortedBy(values, String);
      const isDefault = sameList(sorted, sortedBy(node.defaults, String));
      return sorted.length === 0 || isDefault ? undefined : canonicalJson(sorted);
    }
    default:
      return canonicalJson(value);
  }
}

/** Returns a member, which may be named with its module or without. */
function memberOf(value: Readonly<Record<string, unknown>>, { name, qname }: DataNode): unknown {
  return value[name] ?? value[qname];
}

function keyOf(keys: readonly LeafNode[], entry: unknown): string {
  return isObject(entry) ? keys.map((key) => String(memberOf(entry, key))).join('\u0000') : '';
}

function sortedBy<T>(values: readonly T[], key: (value: T) => string): readonly T[] {
  return values
    .map((value) => ({ value, key: key(value) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ value }) => value);
}

function sameList(values: readonly unknown[], defaults: readonly LeafValue[]): boolean {
  return values.length === defaults.length && values.every((each, index) => sameText(defaults[index], each));
}

function sameText(one: LeafValue | undefined, other: unknown): boolean {
  return one !== undefined && canonical(one) === String(other);
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
