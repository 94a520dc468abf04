/** The layout of bodies in golden files. */

/** Characters of a line of JSON. */
const WIDTH = 120;

/**
 * Returns a body in lines that a person can read, from which the body comes back byte for byte. A body for which that does not
 * hold is returned as it is.
 */
export function laidOut(body: string): string {
  if (body.startsWith('{')) return laidOutJson(body);
  return body.startsWith('<') ? laidOutXml(body) : body;
}

function laidOutJson(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body;
  }
  // A body with spaces, other escapes or members of the same name does not come back from its value.
  return JSON.stringify(value) === body ? json(value, 0, 0) : body;
}

/** @param taken characters of the line that stand before and behind the value */
function json(value: unknown, depth: number, taken: number): string {
  const flat = flatJson(value);
  if (typeof value !== 'object' || value === null || taken + 2 * depth + flat.length <= WIDTH) return flat;
  const inner = '  '.repeat(depth + 1);
  const lines = Array.isArray(value)
    ? value.map((each) => `${inner}${json(each, depth + 1, 1)}`)
    : Object.entries(value).map(([name, each]) => {
        const label = `${JSON.stringify(name)}: `;
        return `${inner}${label}${json(each, depth + 1, label.length + 1)}`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${flatJson(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A start tag, an end tag, an empty element or a declaration; or the text between two of them. */
const TOKEN = /<[^>]*>|[^<]+/g;

/** Puts each element on a line of its own; one that holds text only stays on one line. A body with white space between elements stays as it is. */
function laidOutXml(body: string): string {
  if (/>\s+</.test(body)) return body;
  const tokens = body.match(TOKEN) ?? [];
  let text = '';
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1] ?? '';
    const closes = token.startsWith('</');
    if (closes) depth -= 1;
    const follows = before.startsWith('<') && token.startsWith('<');
    const isEmptyPair = closes && !before.startsWith('</') && !before.endsWith('/>');
    if (follows && !isEmptyPair) text += `\n${'  '.repeat(depth)}`;
    text += token;
    if (/^<[^/?!]/.test(token) && !token.endsWith('/>')) depth += 1;
  }
  return text;
}
