/** Parses XSD regular expressions into a syntax tree (W3C XML Schema Part 2, appendix F; RFC 7950 §9.4.5). */
import type { CharacterClass, ClassItem, MultiEscape, Regex } from './ast.js';
import { isBlock } from './blocks.js';
import { isCategory } from './categories.js';

/** The error for a pattern that is not an XSD regular expression; `position` counts UTF-16 units from 0. */
export class PatternError extends Error {
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.name = 'PatternError';
    this.position = position;
  }
}

const MAX_DEPTH = 200;
const MAX_COUNT = 0x7fffffff;
const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09 };
/**
 * XSD allows fewer escapes, but an escaped punctuation mark can only mean itself, and published modules escape `$`, `/` and
 * quotes.
 */
const ESCAPED_PUNCTUATION = /^[!-/:-@[-`{-~]$/;
const OPERATORS = new Set(['.', '\\', '?', '*', '+', '(', ')', '|', '[', ']']);
const ANY_BUT_LINE_END: CharacterClass = { negated: true, items: [point(0x0a), point(0x0d)] };

/** Parses a whole pattern. Raises PatternError. */
export function parseRegex(text: string): Regex {
  return new RegexParser(text).parse();
}

function point(code: number): ClassItem {
  return { kind: 'range', from: code, to: code };
}

class RegexParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Regex {
    const regex = this.#choice();
    if (this.#peek() === ')') throw this.#error("this ')' closes no '('; a literal one is written '\\)'");
    return regex;
  }

  #choice(): Regex {
    const branches = [this.#sequence()];
    while (this.#take('|')) branches.push(this.#sequence());
    const only = branches[0];
    return branches.length === 1 && only ? only : { kind: 'choice', branches };
  }

  #sequence(): Regex {
    const items: Regex[] = [];
    for (let c = this.#peek(); c !== '' && c !== '|' && c !== ')'; c = this.#peek())
      items.push(this.#quantified(this.#atom(c)));
    const only = items[0];
    return items.length === 1 && only ? only : { kind: 'sequence', items };
  }

  #atom(c: string): Regex {
    if (c === '(') return this.#group();
    if (c === '.') {
      this.#at += 1;
      return { kind: 'set', set: ANY_BUT_LINE_END };
    }
    if (c === '[') return { kind: 'set', set: this.#class() };
    if (c === '\\') return { kind: 'set', set: { items: [this.#escape()], negated: false } };
    if (c === '{' && this.#countsAhead()) throw this.#error('the quantity has nothing before it that it could repeat');
    if (OPERATORS.has(c))
      throw this.#error(`'${c}' stands where a character is expected; a literal one is written '\\${c}'`);
    return { kind: 'set', set: { items: [point(this.#codePoint())], negated: false } };
  }

  #group(): Regex {
    const open = this.#at;
    this.#at += 1;
    if (this.#peek() === '?')
      throw this.#error("XSD expressions know no '(?' groups (look-around, flags, non-capturing)");
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.#error(`groups are nested more than ${MAX_DEPTH} deep`);
    const inner = this.#choice();
    this.#depth -= 1;
    if (!this.#take(')')) throw new PatternError("this '(' is not closed by a ')'", open);
    return inner;
  }

  #quantified(body: Regex): Regex {
    const [min, max] = this.#quantifier();
    if (min === 1 && max === 1) return body;
    const next = this.#peek();
    if (next === '?' || next === '*' || next === '+') {
      throw this.#error(`'${next}' follows a quantifier: XSD expressions know no lazy or possessive quantifiers`);
    }
    return { kind: 'repeat', body, min, max };
  }

  #quantifier(): readonly [number, number | undefined] {
    if (this.#take('?')) return [0, 1];
    if (this.#take('*')) return [0, undefined];
    if (this.#take('+')) return [1, undefined];
    return this.#peek() === '{' ? this.#counts() : [1, 1];
  }

  #countsAhead(): RegExpExecArray | null {
    const counts = /\{(\d+)(,(\d*))?\}/y;
    counts.lastIndex = this.#at;
    return counts.exec(this.#text);
  }

  #counts(): readonly [number, number | undefined] {
    const found = this.#countsAhead();
    if (!found) throw this.#error("a quantity is '{n}', '{n,}' or '{n,m}'");
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] ? Number(found[3]) : undefined;
    if (min > MAX_COUNT || (max ?? 0) > MAX_COUNT) throw this.#error(`a quantity may be at most ${MAX_COUNT}`);
    if (max !== undefined && max < min)
      throw this.#error(`the quantity's upper bound ${max} is below its lower bound ${min}`);
    this.#at += found[0].length;
    return [min, max];
  }

  /** Parses `[...]`; the cursor is at the opening bracket. */
  #class(): CharacterClass {
    const open = this.#at;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.#error(`classes are nested more than ${MAX_DEPTH} deep`);
    this.#at += 1;
    const negated = this.#take('^');
    const items: ClassItem[] = [];
    let minus: CharacterClass | undefined;
    while (minus === undefined && this.#peek() !== ']') {
      if (this.#at >= this.#text.length) throw new PatternError("this '[' is not closed by a ']'", open);
      if (items.length > 0 && this.#text.startsWith('-[', this.#at)) {
        this.#at += 1;
        minus = this.#class();
      } else items.push(this.#classItem());
    }
    if (!this.#take(']')) throw this.#error("only ']' may follow the class that is subtracted");
    if (items.length === 0) throw new PatternError('the character class is empty', open);
    this.#depth -= 1;
    return minus ? { items, negated, minus } : { items, negated };
  }

  #classItem(): ClassItem {
    const start = this.#at;
    const first = this.#classCharacter();
    const next = this.#text[this.#at + 1];
    if (this.#peek() !== '-' || next === ']' || next === '[' || next === undefined || first.kind !== 'range')
      return first;
    this.#at += 1;
    const end = this.#at;
    const last = this.#classCharacter();
    if (last.kind !== 'range') {
      // `[a-\d]`: a range cannot end in a set.
      throw new PatternError('a range must end in one character', end);
    }
    if (last.from < first.from)
      throw new PatternError('the range is the wrong way round: its end comes before its start', start);
    return { kind: 'range', from: first.from, to: last.from };
  }

  #classCharacter(): ClassItem {
    const c = this.#peek();
    if (c === '\\') return this.#escape();
    if (c === '[') throw this.#error("'[' inside a class is written '\\['");
    return point(this.#codePoint());
  }

  #escape(): ClassItem {
    const start = this.#at;
    const letter = this.#text[start + 1] ?? '';
    this.#at += 2;
    const control = CONTROL_ESCAPES[letter];
    if (control !== undefined) return point(control);
    if (ESCAPED_PUNCTUATION.test(letter)) return point(letter.charCodeAt(0));
    if (letter === 'p' || letter === 'P') return this.#property(letter === 'P', start);
    const name = multiEscape(letter.toLowerCase());
    if (name) return { kind: 'escape', name, negated: name !== letter };
    throw new PatternError(`XSD expressions know no escape '\\${letter}'`, start);
  }

  #property(negated: boolean, start: number): ClassItem {
    const match = /\{([A-Za-z0-9-]+)\}/y;
    match.lastIndex = this.#at;
    const name = match.exec(this.#text)?.[1];
    if (name === undefined)
      throw new PatternError(
        "'\\p' is followed by a category or block in braces, as in '\\p{Lu}' or '\\p{IsGreek}'",
        start,
      );
    this.#at = match.lastIndex;
    if (isCategory(name)) return { kind: 'category', name, negated };
    if (name.startsWith('Is') && isBlock(name.slice(2))) return { kind: 'block', name: name.slice(2), negated };
    throw new PatternError(`'${name}' is neither a Unicode category nor 'Is' with a Unicode block`, start);
  }

  #codePoint(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #take(c: string): boolean {
    if (this.#peek() !== c) return false;
    this.#at += 1;
    return true;
  }

  #error(message: string): PatternError {
    return new PatternError(message, this.#at);
  }
}

function multiEscape(letter: string): MultiEscape | undefined {
  switch (letter) {
    case 's':
    case 'i':
    case 'c':
    case 'd':
    case 'w':
      return letter;
    default:
      return undefined;
  }
}
