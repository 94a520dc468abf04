/** Returns a JSON value as an expression: JSON is one, with the escapes of CEL. */
export function literal(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
