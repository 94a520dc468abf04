import { isObject } from '../../data/index.js';
import { bareName } from './kinds.js';
import { unlike } from './unlike.js';

/**
 * A JSON value without the members of these names, its texts and names cleaned.
 *
 * @param names bare names, each with the kind under which its removal is told
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
    // A member may be called __proto__.
    Object.defineProperty(result, unlike(taken, clean(name)), {
      value: cleanJson(member, names, clean, removed),
      enumerable: true,
    });
  }
  return result;
}
