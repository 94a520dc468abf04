import { find, type InstancePath, keyValues, type Tree } from '../data/index.js';
import type { LeafValue, ListNode, Type } from '../yang/index.js';
import type { Keys } from './call.js';

/** Returns the RFC 7951 values of the keys of an entry, from the entry key string. */
export function entryKeyValues(list: ListNode, key: string): LeafValue[] {
  const texts = keyValues(key);
  return list.keys.map((leaf, index) => typedKey(leaf.type, texts[index] ?? ''));
}

const NUMBERS = new Set(['int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32']);

function typedKey(type: Type, text: string): LeafValue {
  if (NUMBERS.has(type.base)) return Number(text);
  if (type.base === 'boolean') return text === 'true';
  if (type.base === 'leafref') return typedKey(type.target, text);
  return text;
}

/** Adds the keys of one entry of `list` to `outer`, in the form for handlers. */
export function withKeys(outer: Keys, list: ListNode, values: readonly LeafValue[]): Keys {
  const keys: LeafValue[] & Record<string, unknown> = Object.assign([...outer, ...values], namesOf(outer));
  list.keys.forEach((leaf, index) => {
    define(keys, leaf.name, values[index]);
  });
  return keys;
}

/** Returns the keys of all list entries on a path. */
export function keysOf(path: InstancePath): Keys {
  let keys = noKeys;
  for (const { schema, key } of path) {
    if (schema.kind === 'list' && key !== undefined) keys = withKeys(keys, schema, entryKeyValues(schema, key));
  }
  return keys;
}

export const noKeys: Keys = Object.assign([], Object.create(null) as Record<string, unknown>);

function namesOf(keys: Keys): Record<string, unknown> {
  return Object.fromEntries(Object.entries(keys).filter(([name]) => !/^\d+$/.test(name)));
}

function define(target: object, name: string, value: unknown): void {
  // Key leaves with names such as "length" or "__proto__" are available by position only.
  if (name in Array.prototype || name === 'length') return;
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** True when the node at the path exists in `tree`. */
export function exists(tree: Tree, path: InstancePath): boolean {
  return path.length === 0 || find(tree, path) !== undefined;
}
