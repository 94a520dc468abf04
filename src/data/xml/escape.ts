/** Escaping of character data and attribute values (XML 1.0 §2.4, §3.3.3). */

// Characters that XML 1.0 forbids (§2.2).
const ILLEGAL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
// A quick test if anything must be escaped.
const TEXT_SUSPECT = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
// The same test for attributes; parsers would normalise white space in them to spaces.
const ATTRIBUTE_SUSPECT = /[&<>"\t\n\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const reference = (character: string): string => REFERENCES[character] ?? character;

/**
 * Escapes character data. A carriage return becomes a reference: a parser would turn it into a line feed. Forbidden
 * characters become U+FFFD.
 */
export function escapeText(text: string): string {
  return TEXT_SUSPECT.test(text) ? text.replace(/[&<>\r]/g, reference).replace(ILLEGAL, '\ufffd') : text;
}

/** Escapes an attribute value for double quotes. */
export function escapeAttribute(text: string): string {
  return ATTRIBUTE_SUSPECT.test(text) ? text.replace(/[&<>"\t\n\r]/g, reference).replace(ILLEGAL, '\ufffd') : text;
}
