/** Reads JSON texts that JSON.parse reads exactly. */
import { endOfString } from './string-end.js';

/** Returns the value of a text; undefined when it is malformed, or JSON.parse would lose information. */
export function readQuickly(text: string, maxDepth: number): { readonly value: unknown } | undefined {
  const members = countMembers(text, maxDepth);
  if (members === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // JSON.parse keeps one of several members with the same name: the text then has more colons than the value has
    // members.
    return membersOf(value) === members ? { value } : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const QUOTE = 0x22;
/** Maximum number of digits that always fit a double exactly. */
const SAFE_DIGITS = 15;

/**
 * Scans the text without parsing: returns the number of colons outside strings, or undefined when JSON.parse may be
 * inexact (deep nesting; long or exponential numbers, which it rounds).
 */
function countMembers(text: string, maxDepth: number): number | undefined {
  let members = 0;
  let depth = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      if (digits > SAFE_DIGITS) return undefined;
      continue;
    }
    if (code === QUOTE) {
      i = endOfString(text, i + 1);
      if (i < 0) return undefined;
    } else if (code === 0x3a) members += 1;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return undefined;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if ((code === 0x45 || code === 0x65) && digits > 0) return undefined;
    digits = 0;
  }
  return members;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += membersOf(item);
    return count;
  }
  const values = Object.values(value);
  count = values.length;
  for (const item of values) if (typeof item === 'object') count += membersOf(item);
  return count;
}
