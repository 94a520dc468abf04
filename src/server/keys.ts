import { find, type InstancePath, keyValues, type Tree } from '../data/index.js';
import type { LeafValue, ListNode, Type } from '../yang/index.js';
import type { Keys } from './call.js';

/** Key values of one entry as RFC 7951 values, from the entry key string. */
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

/** `outer` and the keys of one entry of `list`, as handlers see them. */
export function withKeys(outer: Keys, list: ListNode, values: readonly LeafValue[]): Keys {
  const keys: LeafValue[] & Record<string, unknown> = Object.assign([...outer, ...values], namesOf(outer));
  list.keys.forEach((leaf, index) => {
    define(keys, leaf.name, values[index]);
  });
  return keys;
}

/** Keys of all list entries on a path. */
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
  // A key leaf may be called "length" or "__proto__": those stay reachable by position only.
  if (name in Array.prototype || name === 'length') return;
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** True when the path leads to something in `tree`. */
export function exists(tree: Tree, path: InstancePath): boolean {
  return path.length === 0 || find(tree, path) !== undefined;
}
