/** Identifiers named in one query, far below what SQLite takes. */
const MOST = 500;

/** Cuts a list of identifiers so that each piece fits one query. */
export function pieces(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / MOST) }, (_, at) => ids.slice(at * MOST, (at + 1) * MOST));
}
