import canonicalize from 'canonicalize';

/**
 * Returns the canonical text of a JSON value (RFC 8785): the same for the same value, in whatever order its members come.
 *
 * @throws TypeError for `undefined`, which JSON has no text for
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('undefined has no JSON text');
  return text;
}
