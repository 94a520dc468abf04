/** XSD regular expressions as those of JSON Schema: JavaScript's, with the flag `u`, found anywhere unless anchored. */
import { regExpSource } from '../../yang/index.js';

/** Escapes that mean the same in both; those of JavaScript that XSD reads otherwise are not among them. */
const ESCAPE = /^\\(?:[\\^$.*+?()[\]{}|nrt-]|[pP]\{[A-Z][a-z]?\}|d)/;

/**
 * The expression, anchored. What reads nearly the same in both languages is taken over as it is written; anything else
 * (`\i`, `\c`, `\w`, `\s`, blocks, class subtraction) is spelled out in code points.
 */
export function jsonPattern(text: string): string {
  return readable(text) ?? regExpSource(text);
}

function readable(text: string): string | undefined {
  let source = '';
  let inClass = false;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const [escaped] = ESCAPE.exec(rest) ?? [];
    const character = escaped ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += character.length;
    if (character === '\\' || (inClass && (character === '[' || (character === '^' && text[at - 2] !== '['))))
      return undefined;
    if (!inClass && character === '[') inClass = true;
    else if (inClass && character === ']') inClass = false;
    source += inClass ? inside(character) : outside(character);
  }
  const anchored = `^(?:${source})$`;
  return isRegExp(anchored) ? anchored : undefined;
}

function inside(character: string): string {
  return character === '\\d' ? '\\p{Nd}' : character;
}

const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['\\d', '\\p{Nd}'],
  ['\\-', '-'],
  ['(', '(?:'],
  ['^', '\\^'],
  ['$', '\\$'],
  ['.', '[^\\n\\r]'],
]);

function outside(character: string): string {
  return OUTSIDE.get(character) ?? character;
}

function isRegExp(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}
