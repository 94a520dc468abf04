/** Measures values before they are gone through. */
import { isObject } from '../../data/index.js';

/** Characters of a text that count as one member of a list. */
const CHARACTERS = 100;

/** Returns what is at a way in a value. */
export function valueAt(value: unknown, way: readonly string[]): unknown {
  let found = value;
  for (const name of way) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

/** Members and texts that are counted in a value at most. */
export const MOST_MEMBERS = 50_000;

/** Objects that were measured. Values of runs never change. */
const measured = new WeakMap<object, number>();

/** Returns the number of members and texts in a value; counts to `MOST_MEMBERS`, or a little more. */
export function membersIn(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS;
  if (typeof value !== 'object' || value === null) return 1;
  const known = measured.get(value);
  if (known !== undefined) return known;
  let found = 1;
  for (const member of membersOf(value)) {
    found += membersIn(member);
    if (found > MOST_MEMBERS) break;
  }
  measured.set(value, found);
  return found;
}

/** Lengths that were found, of lists and objects alone and of texts as well. */
const longest = { lists: new WeakMap<object, number>(), texts: new WeakMap<object, number>() } as const;

/** Returns the length of the longest list or object within a value, or of the longest text, list or object. */
export function longestIn(value: unknown, of: 'lists' | 'texts'): number {
  if (typeof value === 'string') return of === 'texts' ? value.length : 0;
  if (typeof value !== 'object' || value === null) return 0;
  const known = longest[of].get(value);
  if (known !== undefined) return known;
  let members = 0;
  let found = 0;
  for (const member of membersOf(value)) {
    members += 1;
    found = Math.max(found, longestIn(member, of));
  }
  found = Math.max(found, members);
  longest[of].set(value, found);
  return found;
}

function membersOf(value: object): Iterable<unknown> {
  return Array.isArray(value) ? value : membersOfObject(value);
}

/** Goes from member to member by itself: a list of all values of a large object takes long, and no clock stops it. */
function* membersOfObject(value: object): Iterable<unknown> {
  for (const name of Object.keys(value)) yield Reflect.get(value, name);
}
