/** A number in the canonical form of decimal64 (RFC 7950 §9.3.2), with at most so many fraction digits. */
export function decimal(value: number, digits: number): `${number}` {
  // Digits with a point, as the type says.
  return value.toFixed(digits).replace(/(\.\d+?)0+$/, '$1') as `${number}`;
}
