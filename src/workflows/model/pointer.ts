/** Returns the names and indexes of a JSON pointer, or of one behind `#` (RFC 6901). */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
}
