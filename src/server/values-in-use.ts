/**
 * Values for handlers and rooms, with the defaults in use (RFC 7950 §7.6.1, §7.7.2). They are never stored and never sent. A node
 * with a `when` gets no default, because its existence depends on the document.
 */
import {
  type Children,
  type Data,
  entriesFrom,
  isObject,
  type List,
  type ListEntry,
  nodeToValue,
  nodeToWrite,
  prepareTree,
  type Tree,
  toValue,
} from '../data/index.js';
import type { DataParent } from '../yang/index.js';
import { jsonName } from './json-name.js';

/** Returns the members of an input, with defaults for absent parameters (RFC 7950 §7.14.2). */
export function inputInUse(input: Tree): Record<string, unknown> {
  return toValue(prepareTree(input, { withDefaults: 'report-all' }));
}

/** Values of nodes that were asked for. Trees are immutable, so a node has one value. It is shared, so it must not be changed. */
const values = new WeakMap<Data | ListEntry, unknown>();

/** Returns the value of a configuration node, as `configurationInUse`; computes it once for each node. */
export function keptConfiguration(node: Data | ListEntry): unknown {
  const known = values.get(node);
  if (known !== undefined) return known;
  const value = node.kind === 'list' ? valuesOf(node) : assembled(node);
  values.set(node, value);
  return value;
}

/** Returns the values of the entries of a list. An entry that another commit leaves as it is keeps its value. */
function valuesOf({ entries }: List): readonly unknown[] {
  return Array.from(entries, keptConfiguration);
}

/**
 * Returns the value of a node after a change: of one whose earlier value is kept, a value to be kept, which costs only what has
 * changed in it.
 */
export function changedConfiguration(before: Data | ListEntry | undefined, after: Data | ListEntry): unknown {
  return before && values.has(before) ? keptConfiguration(after) : configurationInUse(after);
}

/** Number of entries from which on each entry of a list in a node has a value of its own: that costs memory. */
const MANY = 64;

/** Makes the value of a node, in which the long lists have values that are kept. */
function assembled(node: Data | ListEntry): unknown {
  if (node.kind !== 'entry' && node.kind !== 'container') return configurationInUse(node);
  const lists: LongList[] = [];
  const children = withoutEntries(node.schema, node.children, [], lists);
  const value = configurationInUse({ ...node, children });
  for (const { way, list } of lists) fill(value, way, valuesOf(list));
  return value;
}

interface LongList {
  /** Names of the members that lead to it. */
  readonly way: readonly string[];
  readonly list: List;
}

/** Returns children whose long lists are empty, and collects these lists. */
function withoutEntries(parent: DataParent, children: Children, way: readonly string[], into: LongList[]): Children {
  const made = new Map<string, Data>();
  for (const [name, data] of children) {
    const here = [...way, jsonName(parent, data.schema)];
    if (data.kind === 'list' && data.entries.size >= MANY) {
      into.push({ way: here, list: data });
      made.set(name, { ...data, entries: entriesFrom(data.schema, []) });
    } else if (data.kind === 'container')
      made.set(name, { ...data, children: withoutEntries(data.schema, data.children, here, into) });
    else made.set(name, data);
  }
  return made;
}

function fill(value: unknown, [name = '', ...rest]: readonly string[], entries: readonly unknown[]): void {
  if (!isObject(value) || !Object.hasOwn(value, name)) return;
  if (rest.length === 0) Reflect.set(value, name, entries);
  else fill(value[name], rest, entries);
}

/** Returns the RFC 7951 value of a configuration node: an object, a leaf value, or an array. */
export function configurationInUse(node: Data | ListEntry): unknown {
  const whole = nodeToWrite(node, { withDefaults: 'report-all', content: 'config' });
  return whole && nodeToValue(whole);
}
