/** Returns a number in the canonical form of decimal64 (RFC 7950 §9.3.2), with at most `digits` fraction digits. */
export function decimal(value: number, digits: number): `${number}` {
  // The expression always gives digits with a decimal point, as the type requires.
  return value.toFixed(digits).replace(/(\.\d+?)0+$/, '$1') as `${number}`;
}
