/** The digest of a graph: the same for the same content, however it is written. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import { isObject } from '../../data/index.js';
import { canonical, type DataNode, type DataParent, type LeafNode, type LeafValue } from '../../yang/index.js';

/** Leaves of a definition that are not in its graph. */
const OUTSIDE: ReadonlySet<string> = new Set(['name', 'enabled', 'coordinator', 'runner-group']);

export interface Content {
  /** RFC 8785 text of the graph. */
  readonly text: string;
  /** `sha-256:` and hexadecimal digits. */
  readonly digest: string;
}

/**
 * Returns the content of a graph: RFC 7951 JSON without values that are the default, lists sorted by their keys.
 *
 * @param schema list of definitions, or the container of a graph
 * @param value RFC 7951 value of one definition or graph
 */
export function contentOf(schema: DataParent, value: unknown): Content {
  const whole = trimmedMembers(schema, value);
  const graph = Object.fromEntries(Object.entries(whole).filter(([name]) => !OUTSIDE.has(name)));
  const text = canonicalJson(graph);
  return { text, digest: `sha-256:${createHash('sha256').update(text).digest('hex')}` };
}

function trimmedMembers(schema: DataParent, value: unknown): Readonly<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  if (!isObject(value)) return made;
  for (const node of schema.data.values()) {
    const given = value[node.name] ?? value[node.qname];
    const kept = given === undefined ? undefined : trimmed(node, given);
    if (kept !== undefined) made[node.name] = kept;
  }
  return made;
}

/** Returns the value without defaults; undefined when nothing is left that is not the default. */
function trimmed(node: DataNode, value: unknown): unknown {
  switch (node.kind) {
    case 'container': {
      const members = trimmedMembers(node, value);
      return node.presence || Object.keys(members).length > 0 ? members : undefined;
    }
    case 'list': {
      const entries = arrayOf(value).map((each) => trimmedMembers(node, each));
      if (entries.length === 0) return undefined;
      return node.orderedBy === 'user' ? entries : sortedBy(entries, (entry) => keyOf(node.keys, entry));
    }
    case 'leaf':
      return node.default !== undefined && sameText(node.default, value) ? undefined : value;
    case 'leaf-list': {
      const values = arrayOf(value);
      const sorted = node.orderedBy === 'user' ? values : sortedBy(values, String);
      const isDefault = sameList(sorted, sortedBy(node.defaults, String));
      return sorted.length === 0 || isDefault ? undefined : sorted;
    }
    default:
      return value;
  }
}

function keyOf(keys: readonly LeafNode[], entry: Readonly<Record<string, unknown>>): string {
  return keys.map(({ name }) => String(entry[name])).join('\u0000');
}

function sortedBy<T>(values: readonly T[], key: (value: T) => string): readonly T[] {
  return values.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
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
