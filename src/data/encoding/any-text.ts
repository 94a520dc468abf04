import { isObject } from '../is-object.js';
import type { Any } from '../tree.js';
import { nodeToValue } from './to-value.js';

/** Returns the content as JSON text with sorted members, to compare contents of different forms. */
export function toJsonText(node: Any): string {
  return JSON.stringify(nodeToValue(node), (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
