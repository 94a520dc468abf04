/** Names of operations, made from method and path, unique in a document. */

/** Returns e.g. `getBoxPortNumber` for `get` of `/data/box:box/port={port-number}`. */
export function operationId(method: string, template: string): string {
  const words = template
    .replace(/[={][^/]*/g, (keys) => (keys.startsWith('=') ? '-entry' : keys))
    .split(/[^A-Za-z0-9]+/);
  return (
    method +
    words
      .filter(Boolean)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')
  );
}
