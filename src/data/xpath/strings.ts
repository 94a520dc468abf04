/** The string functions of XPath 1.0 §4.2 on values; characters are code points. */

export function substringBefore(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(0, at);
}

export function substringAfter(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length);
}

/** Returns `length` characters from `start` (counted from 1); both are rounded, and may be NaN or infinite. */
export function substring(text: string, start: number, length = Number.POSITIVE_INFINITY): string {
  const first = roundHalfUp(start);
  const end = first + roundHalfUp(length);
  return [...text].filter((_, i) => i + 1 >= first && i + 1 < end).join('');
}

export function stringLength(text: string): number {
  return [...text].length;
}

export function normalizeSpace(text: string): string {
  return text
    .split(/[ \t\r\n]+/)
    .filter((word) => word !== '')
    .join(' ');
}

/** Replaces each character of `from` by the one at the same position in `to`, or removes it when there is none. */
export function translate(text: string, from: string, to: string): string {
  const replacements = [...to];
  const map = new Map<string, string>();
  [...from].forEach((c, i) => {
    if (!map.has(c)) map.set(c, replacements[i] ?? '');
  });
  return [...text].map((c) => map.get(c) ?? c).join('');
}

/** Rounds half towards positive infinity, as XPath does. */
export function roundHalfUp(value: number): number {
  return Number.isFinite(value) ? Math.floor(value + 0.5) : value;
}
