import canonicalize from 'canonicalize';

/**
 * Returns the canonical text of a JSON value (RFC 8785). The order of members does not change it.
 *
 * @throws TypeError for `undefined`, which has no JSON text
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('undefined has no JSON text');
  return text;
}
