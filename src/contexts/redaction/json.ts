import { isObject } from '../../data/index.js';
import { bareName } from './kinds.js';
import { unlike } from './unlike.js';

/**
 * Returns a JSON value without the members of these names, with its texts and names cleaned.
 *
 * @param names bare names, each with the kind that is reported for its removal
 */
export function cleanJson(
  value: unknown,
  names: ReadonlyMap<string, string>,
  clean: (text: string) => string,
  removed: Set<string>,
): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((each) => cleanJson(each, names, clean, removed));
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  const taken = new Map<string, number>();
  for (const [name, member] of Object.entries(value)) {
    const kind = names.get(bareName(name));
    if (kind !== undefined) {
      removed.add(kind);
      continue;
    }
    // A member may have the name __proto__.
    Object.defineProperty(result, unlike(taken, clean(name)), {
      value: cleanJson(member, names, clean, removed),
      enumerable: true,
    });
  }
  return result;
}
