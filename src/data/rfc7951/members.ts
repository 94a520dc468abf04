/** Members of plain RFC 7951 values whose shape the schema has already checked. A member of another kind counts as absent. */
import { isObject } from '../is-object.js';
export type Members = Readonly<Record<string, unknown>>;

const NOTHING: Members = Object.freeze({});

export function textOf(from: Members, name: string): string | undefined {
  const value = from[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(from: Members, name: string): number | undefined {
  const value = from[name];
  return typeof value === 'number' ? value : undefined;
}

export function booleanOf(from: Members, name: string): boolean | undefined {
  const value = from[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** Returns the members of a container; none when it is absent. */
export function membersOf(from: Members, name: string): Members {
  const value = from[name];
  return isObject(value) ? value : NOTHING;
}

/** Returns the values of a leaf-list of strings. */
export function textsOf(from: Members, name: string): readonly string[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** Returns the entries of a list. */
export function entriesOf(from: Members, name: string): readonly Members[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the members without those that are undefined. */
export function withoutAbsent<T extends object>(members: T): T {
  const present: Partial<T> = { ...members };
  for (const name in present) if (present[name] === undefined) delete present[name];
  // Only optional members can be undefined.
  return present as T;
}
