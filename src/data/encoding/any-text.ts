import { isObject } from '../is-object.js';
import type { Any } from '../tree.js';
import { nodeToValue } from './to-value.js';

/** The content as JSON text with members in a fixed order: what two contents of different form are compared by. */
export function toJsonText(node: Any): string {
  return JSON.stringify(nodeToValue(node), (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
