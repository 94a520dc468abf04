/**
 * Returns a 64-bit integer as RFC 7951 §6.1 encodes it: digits in a string. @throws RangeError for a number that is not
 * an integer
 */
export function int64(value: number | bigint): `${bigint}` {
  return `${BigInt(value)}`;
}
