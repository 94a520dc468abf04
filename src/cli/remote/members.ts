/** Reads RFC 7951 values of a node's replies, member by member. */
import { isObject } from '../../data/index.js';
export type Members = Readonly<Record<string, unknown>>;

/** Returns the value as an object; an empty object for other values. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}

/** Returns the text of a leaf, also for numbers and booleans. */
export function text(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Returns the number of a leaf, also for 64-bit ones (strings in RFC 7951). */
export function numeric(members: Members, name: string): number | undefined {
  const value = members[name];
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Returns the entries of a list. */
export function entries(members: Members, name: string): readonly Members[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the values of a leaf-list. */
export function texts(members: Members, name: string): readonly string[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Returns the container or anydata of that name. */
export function child(members: Members, name: string): Members {
  return membersOf(members[name]);
}
