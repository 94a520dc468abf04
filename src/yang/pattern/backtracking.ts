/** Generates the JavaScript regular expression that is equivalent to a resolved XSD expression. */
import { type Charset, intervals } from './charset.js';
import type { Resolved } from './resolved.js';

/** Returns an expression anchored at both ends; with the `u` flag a surrogate pair is one character. */
export function toRegExp(regex: Resolved): RegExp {
  return new RegExp(`^(?:${source(regex)})$`, 'u');
}

function source(regex: Resolved): string {
  switch (regex.kind) {
    case 'set':
      return setSource(regex.first);
    case 'sequence':
      return regex.items.map(item).join('');
    case 'choice':
      return regex.branches.map(source).join('|');
    case 'repeat':
      return item(regex.body) + quantifier(regex.min, regex.max);
  }
}

/** Returns the source for a part of a sequence or of a quantifier: grouped unless it is one character set. */
function item(regex: Resolved): string {
  return regex.kind === 'set' ? source(regex) : `(?:${source(regex)})`;
}

function quantifier(min: number, max: number | undefined): string {
  return min === max ? `{${min}}` : `{${min},${max ?? ''}}`;
}

function setSource(set: Charset): string {
  const ranges = intervals(set).map(([from, to]) =>
    from === to ? codePoint(from) : `${codePoint(from)}-${codePoint(to)}`,
  );
  return `[${ranges.join('')}]`;
}

function codePoint(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
