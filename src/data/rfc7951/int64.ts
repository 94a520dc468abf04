/** Returns an integer of 64 bits as RFC 7951 §6.1 writes it: digits in a string. @throws RangeError for what is no integer */
export function int64(value: number | bigint): `${bigint}` {
  return `${BigInt(value)}`;
}
