/** Maximum number of identifiers in one query, far below the limit of SQLite. */
const MOST = 500;

/** Splits a list of identifiers into pieces for one query each. */
export function pieces(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / MOST) }, (_, at) => ids.slice(at * MOST, (at + 1) * MOST));
}
