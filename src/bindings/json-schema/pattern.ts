/** Converts XSD regular expressions to those of JSON Schema: JavaScript with the flag `u`, not anchored by default. */
import { regExpSource } from '../../yang/index.js';

/** Escapes with the same meaning in both languages. */
const ESCAPE = /^\\(?:[\\^$.*+?()[\]{}|nrt-]|[pP]\{[A-Z][a-z]?\}|d)/;

/**
 * Returns the anchored expression. Parts with (nearly) the same syntax in both languages stay as written; all others (`\i`,
 * `\c`, `\w`, `\s`, blocks, class subtraction) become explicit code points.
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
