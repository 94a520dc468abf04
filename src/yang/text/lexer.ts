/** Splits YANG text into tokens (RFC 7950 §6.1): comments, unquoted and quoted strings, with line and column. */
import { Fault } from '../errors.js';
import type { SourceLocation } from '../location.js';

export type Token =
  | { readonly kind: 'string'; readonly text: string; readonly quoted: boolean; readonly location: SourceLocation }
  | { readonly kind: '{' | '}' | ';' | '+' | 'end'; readonly location: SourceLocation };

const SPACE = /[ \t\r\n]+/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const UNQUOTED = /(?:[^\s;{}"'/*]|\/(?![/*])|\*(?!\/))(?:[^\s;{}/*]|\/(?![/*])|\*(?!\/))*/y;
/** Characters that a YANG text must not contain (the `yang-char` rule of RFC 7950 §14). */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const NONCHARACTER = /[\u{1FFFE}\u{1FFFF}\u{2FFFE}\u{2FFFF}\u{10FFFE}\u{10FFFF}]/u;
const TAB_WIDTH = 8;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

export class Lexer {
  /** Set by the parser after `yang-version`: version 1.1 refuses some strings that version 1 allows. */
  version: '1' | '1.1' = '1';
  #position = 0;
  #line = 1;
  #lineStart = 0;
  /** End of the current line, or -1 when unknown: a text may be one long line, which is searched only once. */
  #lineEnd = -1;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {
    if (text.charCodeAt(0) === 0xfeff) this.#lineStart = this.#position = 1;
    const bad = FORBIDDEN.exec(text.slice(this.#position)) ?? NONCHARACTER.exec(text);
    if (bad) {
      const code = (bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      throw new Fault(this.#locate(bad.index + this.#position), `character U+${code} is not allowed in YANG text`);
    }
  }

  next(): Token {
    this.#skip();
    const location = this.#here();
    const c = this.text[this.#position];
    switch (c) {
      case undefined:
        return { kind: 'end', location };
      case '{':
      case '}':
      case ';':
        this.#position++;
        return { kind: c, location };
      case '"':
        return { kind: 'string', text: this.#doubleQuoted(location), quoted: true, location };
      case "'":
        return { kind: 'string', text: this.#singleQuoted(location), quoted: true, location };
      default:
        return this.#unquoted(location);
    }
  }

  #here(): SourceLocation {
    return { file: this.file, line: this.#line, column: this.#position - this.#lineStart + 1 };
  }

  /** Returns a location for errors; counts lines from the start. */
  #locate(offset: number): SourceLocation {
    const before = this.text.slice(0, offset);
    return { file: this.file, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    return pattern.exec(this.text)?.[0];
  }

  /** Moves behind the next `length` characters, and counts their lines. */
  #pass(length: number): void {
    const end = this.#position + length;
    if (this.#lineEnd < 0) this.#lineEnd = this.#nextLineEnd(this.#position);
    while (this.#lineEnd < end) {
      this.#line++;
      this.#lineStart = this.#lineEnd + 1;
      this.#lineEnd = this.#nextLineEnd(this.#lineStart);
    }
    this.#position = end;
  }

  #nextLineEnd(from: number): number {
    const at = this.text.indexOf('\n', from);
    return at < 0 ? this.text.length : at;
  }

  #skip(): void {
    for (;;) {
      const space = this.#match(SPACE) ?? this.#match(LINE_COMMENT);
      if (space !== undefined) {
        this.#pass(space.length);
        continue;
      }
      if (!this.text.startsWith('/*', this.#position)) return;
      const end = this.text.indexOf('*/', this.#position + 2);
      if (end < 0) throw new Fault(this.#here(), "this comment is never closed: '*/' expected");
      this.#pass(end + 2 - this.#position);
    }
  }

  #unquoted(location: SourceLocation): Token {
    const text = this.#match(UNQUOTED);
    if (text === undefined) {
      throw new Fault(location, `unexpected '${this.text.slice(this.#position, this.#position + 2)}'`);
    }
    if (text === '+') {
      this.#position++;
      return { kind: '+', location };
    }
    const quote = text.search(/["']/);
    if (quote >= 0 && this.version === '1.1') {
      throw new Fault(location, `'${text}' contains a quote: such a string must be quoted as a whole in YANG 1.1`);
    }
    this.#position += text.length;
    return { kind: 'string', text, quoted: false, location };
  }

  #singleQuoted(location: SourceLocation): string {
    const end = this.text.indexOf("'", this.#position + 1);
    if (end < 0) throw new Fault(location, 'this single-quoted string is never closed');
    const text = this.text.slice(this.#position + 1, end);
    this.#pass(end + 1 - this.#position);
    return text.replaceAll('\r\n', '\n');
  }

  /**
   * Reads a double-quoted string (RFC 7950 §6.1.3): removes indentation up to the opening quote and spaces before a line
   * break, and resolves escapes.
   */
  #doubleQuoted(location: SourceLocation): string {
    const end = this.#closingQuote(location);
    const raw = this.text.slice(this.#position + 1, end);
    if (!raw.includes('\n')) {
      this.#position = end + 1;
      return raw.includes('\\') ? this.#unescape(raw, location) : raw;
    }
    const indent = this.#width(this.text.slice(this.#lineStart, this.#position)) + 1;
    const lines = raw.split(/\r?\n/);
    const trimmed = lines.map((line, i) => {
      const kept = i === 0 ? line : trimIndent(line, indent);
      return i === lines.length - 1 ? kept : trimEnd(kept);
    });
    this.#pass(end + 1 - this.#position);
    const text = trimmed.join('\n');
    return text.includes('\\') ? this.#unescape(text, location) : text;
  }

  #closingQuote(location: SourceLocation): number {
    for (let from = this.#position + 1; ; ) {
      const quote = this.text.indexOf('"', from);
      if (quote < 0) break;
      let backslashes = 0;
      while (quote - backslashes > from && this.text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
      if (backslashes % 2 === 0) return quote;
      from = quote + 1;
    }
    throw new Fault(location, 'this double-quoted string is never closed');
  }

  #width(text: string): number {
    let width = 0;
    for (const c of text) width += c === '\t' ? TAB_WIDTH - (width % TAB_WIDTH) : 1;
    return width;
  }

  #unescape(text: string, location: SourceLocation): string {
    return text.replace(/\\([\s\S]?)/g, (written, c: string) => {
      const replacement = ESCAPES.get(c);
      if (replacement !== undefined) return replacement;
      if (this.version === '1') return written;
      throw new Fault(
        location,
        `'${written}' is not an escape of YANG 1.1: only \\n, \\t, \\" and \\\\ are; use single quotes to keep the backslash`,
      );
    });
  }
}

/** Removes spaces and tabs from the end, in linear time. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}

/** Removes white space from the start of `line` up to column `indent`; the rest of a tab that reaches beyond becomes spaces. */
function trimIndent(line: string, indent: number): string {
  let width = 0;
  let i = 0;
  for (; i < line.length && width < indent; i++) {
    if (line[i] === ' ') width++;
    else if (line[i] === '\t') width += TAB_WIDTH - (width % TAB_WIDTH);
    else break;
  }
  return ' '.repeat(Math.max(0, width - indent)) + line.slice(i);
}
