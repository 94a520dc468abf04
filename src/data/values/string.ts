/** string and binary (RFC 7950 §9.4, §9.8). */
import type { BinaryType, StringType } from '../../yang/types.js';
import { ValueFault } from './fault.js';
import { stringForm, type ValueParser } from './parser.js';
import { checkNumber, checkPatterns } from './restrictions.js';
import { checkOfTypedef } from './typedefs.js';

/** Code units that are not YANG characters (§14, yang-char), or may be halves of such. */
const SUSPECT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/;
const NO_YANG_CHARACTER =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufdd0-\ufdef\ufffe\uffff\p{Surrogate}]|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}\u{3ffff}\u{4fffe}\u{4ffff}\u{5fffe}\u{5ffff}\u{6fffe}\u{6ffff}\u{7fffe}\u{7ffff}\u{8fffe}\u{8ffff}\u{9fffe}\u{9ffff}\u{afffe}\u{affff}\u{bfffe}\u{bffff}\u{cfffe}\u{cffff}\u{dfffe}\u{dffff}\u{efffe}\u{effff}\u{ffffe}\u{fffff}\u{10fffe}\u{10ffff}]/u;

export function stringParser(type: StringType): ValueParser {
  const length = type.lengths.length === 0 ? undefined : checkNumber(type.lengths, 'the length');
  const patterns = type.patterns.length === 0 ? undefined : checkPatterns(type.patterns);
  const described = checkOfTypedef(type);
  return stringForm(type, (text) => {
    const illegal = SUSPECT.test(text) ? NO_YANG_CHARACTER.exec(text) : null;
    if (illegal !== null) {
      const code = (illegal[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return new ValueFault(`the string holds U+${code}, which no YANG string may hold`);
    }
    return length?.(codePoints(text)) ?? patterns?.(text) ?? described?.(text) ?? text;
  });
}

/** Returns the length in Unicode characters (§9.4.4), not in UTF-16 units. */
function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) count -= 1;
  }
  return count;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function binaryParser(type: BinaryType): ValueParser {
  const length = checkNumber(type.lengths, 'the length in octets');
  return stringForm(type, (text) => {
    // Long values often have line breaks; no other character is allowed between those of the alphabet (RFC 4648 §3.3).
    const compact = /\s/.test(text) ? text.replace(/\r?\n/g, '') : text;
    if (compact.length % 4 !== 0 || !isBase64(compact))
      // It may be a key, so it is not quoted.
      return new ValueFault(`a value of ${text.length} characters is not base64 (RFC 4648 §4)`);
    const octets = Buffer.from(compact, 'base64');
    return length(octets.length) ?? octets.toString('base64');
  });
}

/** True for base64 text. Tested in slices: a long text would exhaust the stack of the regular expression. */
function isBase64(text: string): boolean {
  const SLICE = 4096;
  for (let from = 0; from < text.length; from += SLICE) {
    const slice = text.slice(from, from + SLICE);
    if (!BASE64.test(slice) || (slice.endsWith('=') && from + SLICE < text.length)) return false;
  }
  return true;
}
