/** Reading RFC 7951 values that a node answered, member by member. */
import { isObject } from '../../data/index.js';
export type Members = Readonly<Record<string, unknown>>;

/** The value as an object; one without members when it is none. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}

/** The text of a leaf, numbers and booleans included. */
export function text(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** The number of a leaf, 64-bit ones (strings in RFC 7951) included. */
export function numeric(members: Members, name: string): number | undefined {
  const value = members[name];
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The entries of a list. */
export function entries(members: Members, name: string): readonly Members[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The values of a leaf-list. */
export function texts(members: Members, name: string): readonly string[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The container or anydata of that name. */
export function child(members: Members, name: string): Members {
  return membersOf(members[name]);
}
