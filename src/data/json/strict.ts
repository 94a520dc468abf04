/** A JSON reader for texts that JSON.parse refuses or reads inexactly: it reports positions and duplicate members. */
import type { TimeSlice } from '../time-slice.js';
import { malformedJson } from './fault.js';
import { readQuickly } from './quick.js';
import { endOfString } from './string-end.js';

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const LITERALS: ReadonlyMap<string, true | false | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const WORD = /[A-Za-z]+/y;

/** @throws RpcError as `parseJson`. */
export function readStrictly(text: string, maxDepth: number): unknown {
  return new Reader(text, maxDepth).document();
}

/** Reads in slices: long objects and arrays member by member, short values at once, so that other work is not blocked. */
export async function readInTurns(text: string, maxDepth: number, slice: TimeSlice): Promise<unknown> {
  return new Reader(text, maxDepth).documentInTurns(slice);
}

/** Maximum length of an object or array that is read at once, in UTF-16 units. */
const SHORT = 16 * 1024;
/** Matches the characters that are needed to find the end of an object or array. */
const BRACKET_OR_QUOTE = /["[\]{}]/g;

class Reader {
  #at = 0;
  #depth = 0;

  constructor(
    readonly text: string,
    readonly maxDepth: number,
  ) {}

  document(): unknown {
    const value = this.#value();
    this.#space();
    if (this.#at < this.text.length) throw this.#fault(`unexpected ${this.#here()} after the end of the value`);
    return value;
  }

  async documentInTurns(slice: TimeSlice): Promise<unknown> {
    const value = await this.#valueInTurns(slice);
    this.#space();
    if (this.#at < this.text.length) throw this.#fault(`unexpected ${this.#here()} after the end of the value`);
    return value;
  }

  async #valueInTurns(slice: TimeSlice): Promise<unknown> {
    this.#space();
    const next = this.text[this.#at];
    const end = next === '{' || next === '[' ? this.#shortEnd() : this.#at;
    if (end !== undefined) return this.#short(end);
    this.#enter();
    const value = next === '{' ? await this.#objectInTurns(slice) : await this.#arrayInTurns(slice);
    this.#depth -= 1;
    return value;
  }

  async #objectInTurns(slice: TimeSlice): Promise<Record<string, unknown>> {
    const members = new Map<string, unknown>();
    do {
      if (slice.over) await slice.next();
      const name = this.#memberName(members);
      members.set(name, await this.#valueInTurns(slice));
    } while (this.#take(','));
    return this.#objectOf(members);
  }

  async #arrayInTurns(slice: TimeSlice): Promise<unknown[]> {
    const items: unknown[] = [];
    do {
      if (slice.due) await slice.next();
      items.push(await this.#valueInTurns(slice));
    } while (this.#take(','));
    if (!this.#take(']')) throw this.#fault(`expected "," or "]", found ${this.#here()}`);
    return items;
  }

  /** Returns the end of the object or array that begins here; undefined when it is far away or missing. */
  #shortEnd(): number | undefined {
    const { text } = this;
    const limit = Math.min(text.length, this.#at + SHORT);
    let depth = 0;
    BRACKET_OR_QUOTE.lastIndex = this.#at;
    for (let found = BRACKET_OR_QUOTE.exec(text); found !== null; found = BRACKET_OR_QUOTE.exec(text)) {
      const at = found.index;
      if (at >= limit) return undefined;
      if (found[0] === '"') {
        const end = endOfString(text, at + 1);
        if (end < 0 || end >= limit) return undefined;
        BRACKET_OR_QUOTE.lastIndex = end + 1;
      } else depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
      if (depth === 0) return at + 1;
    }
    return undefined;
  }

  /** Reads the value here, which ends at `end` at the latest. */
  #short(end: number): unknown {
    if (end > this.#at) {
      const quick = readQuickly(this.text.slice(this.#at, end), this.maxDepth - this.#depth);
      if (quick !== undefined) {
        this.#at = end;
        return quick.value;
      }
    }
    return this.#value();
  }

  #value(): unknown {
    this.#space();
    const next = this.text[this.#at];
    if (next === '{') return this.#nested(() => this.#object());
    if (next === '[') return this.#nested(() => this.#array());
    if (next === '"') return this.#string();
    const number = this.#match(NUMBER);
    if (number !== undefined) return this.#number(number);
    const start = this.#at;
    const word = this.#match(WORD) ?? '';
    const literal = LITERALS.get(word);
    if (literal !== undefined) return literal;
    this.#at = start;
    throw this.#fault(`expected a value, found ${this.#here()}`);
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > this.maxDepth) throw this.#fault(`objects and arrays are nested deeper than ${this.maxDepth}`);
    this.#at += 1;
  }

  #nested<T>(read: () => T): T {
    this.#enter();
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): Record<string, unknown> {
    const members = new Map<string, unknown>();
    if (this.#take('}')) return {};
    do {
      const name = this.#memberName(members);
      members.set(name, this.#value());
    } while (this.#take(','));
    return this.#objectOf(members);
  }

  #memberName(members: ReadonlyMap<string, unknown>): string {
    this.#space();
    const start = this.#at;
    if (this.text[start] !== '"') throw this.#fault(`expected a member name, found ${this.#here()}`);
    const name = this.#string();
    if (members.has(name)) {
      this.#at = start;
      throw this.#fault(`the member ${JSON.stringify(name)} stands twice in one object`);
    }
    if (!this.#take(':')) throw this.#fault(`expected ":" after the member name, found ${this.#here()}`);
    return name;
  }

  #objectOf(members: ReadonlyMap<string, unknown>): Record<string, unknown> {
    if (!this.#take('}')) throw this.#fault(`expected "," or "}", found ${this.#here()}`);
    // Unlike assignment, this makes an own member even of the name __proto__.
    return Object.fromEntries(members);
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    if (this.#take(']')) return items;
    do items.push(this.#value());
    while (this.#take(','));
    if (!this.#take(']')) throw this.#fault(`expected "," or "]", found ${this.#here()}`);
    return items;
  }

  #string(): string {
    const end = endOfString(this.text, this.#at + 1);
    try {
      const value: unknown = end < 0 ? undefined : JSON.parse(this.text.slice(this.#at, end + 1));
      if (typeof value === 'string') {
        this.#at = end + 1;
        return value;
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw this.#fault('this string is not closed, or has a control character or a bad escape in it');
  }

  #number(text: string): number {
    const value = Number(text);
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value) || /[.eE]/.test(text)))
      return value;
    this.#at -= text.length;
    throw malformedJson(
      `the number ${text.length > 40 ? `${text.slice(0, 40)}...` : text} cannot be held exactly; 64-bit numbers are JSON strings (RFC 7951 §6.1)`,
      this.text,
      this.#at,
      'invalid-value',
    );
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.text);
    this.#at = SPACE.lastIndex;
  }
  #take(character: string): boolean {
    this.#space();
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
  #here(): string {
    const character = this.text.codePointAt(this.#at);
    return character === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(character));
  }
  #fault(what: string): Error {
    return malformedJson(`not well-formed JSON: ${what}`, this.text, this.#at);
  }
}
