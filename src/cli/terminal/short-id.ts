/** Identifiers cut short for people: UUIDs that begin with the time at which they were made (RFC 9562 §5.7). */

/** Lengths at which parts of an identifier end: the millisecond, the number within it, two random parts. */
const LENGTHS = [13, 18, 23];

/** Returns a function that cuts identifiers to the least length at which all those given differ. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const length = LENGTHS.find((each) => new Set(ids.map((id) => id.slice(0, each))).size === new Set(ids).size);
  return (id) => id.slice(0, length);
}

/** Cuts one identifier: those that a node made in the same millisecond still differ. */
export function shortId(id: string): string {
  return id.slice(0, LENGTHS[1]);
}
