/** Reading of JSON that is believed nothing. */

/** Returns the value of a JSON text; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a member of an object; undefined when there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}
