/** Encodes strings and plain values as JSON text. */

const TO_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Encodes a string as `JSON.stringify` does; faster for strings without escapes, the usual case. */
export function jsonString(text: string): string {
  return TO_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Returns the indented form of JSON text. */
export function indentJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}
