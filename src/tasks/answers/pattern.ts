/** Patterns of a JSON Schema that a user wrote (ECMA-262, flag `u`), matched in linear time by the engine for XSD patterns. */
import { messageOf } from '../../data/index.js';
import { compilePattern, patternSize } from '../../yang/index.js';

export interface AnswerPattern {
  /** Maximum number of steps for one character. */
  readonly size: number;
  test(value: string): boolean;
}

const SPACES = '\\t\\n\\r\u000b\u000c \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
/** The characters of the escapes of JavaScript, as written inside a character class. */
const CLASSES: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: SPACES };
const CONTROLS: Readonly<Record<string, string>> = {
  n: '\\n',
  r: '\\r',
  t: '\\t',
  v: '\u000b',
  f: '\u000c',
  0: '\u0000',
};
/** Classes that match any character: an escape with its opposite. */
const ANYTHING = /\[(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w|\^)\]/uy;
const ANY_CHARACTER = '[\\s\\S]';
const NO_LINE_END = '[^\\n\\r\u2028\u2029]';

const ESCAPED = '\\\\(?:u\\{[0-9a-fA-F]+\\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\\{[^}]*\\}|.)';
const IN_CLASS = new RegExp(`${ESCAPED}|.`, 'suy');
const OUT_OF_CLASS = new RegExp(`${ESCAPED}|\\[\\^?|\\((?:\\?(?:<?[=!]|:|<[^>]*>))?|[*+?}]\\?|.`, 'suy');

/**
 * Compiles a pattern.
 *
 * @throws TypeError when the text is no regular expression, or cannot be matched in linear time
 */
export function answerPattern(text: string): AnswerPattern {
  try {
    new RegExp(text, 'u');
  } catch (error) {
    throw new TypeError(messageOf(error));
  }
  const xsd = branches(text).join('|');
  try {
    const { test } = compilePattern(xsd);
    return { size: patternSize(xsd), test };
  } catch (error) {
    throw new TypeError(messageOf(error));
  }
}

/** Returns the alternatives of the expression, each to be matched against the whole text. */
function branches(text: string): readonly string[] {
  const made: string[] = [];
  let branch = new Branch();
  let depth = 0;
  let inClass = false;
  const take = (kind: RegExp, at: number): string => {
    kind.lastIndex = at;
    return kind.exec(text)?.[0] ?? '';
  };
  for (let at = 0; at < text.length; ) {
    const anything = inClass ? '' : take(ANYTHING, at);
    const token: string = anything === '' ? take(inClass ? IN_CLASS : OUT_OF_CLASS, at) : anything;
    at += token.length;
    if (anything !== '') branch.add(ANY_CHARACTER);
    else if (inClass) {
      inClass = token !== ']';
      branch.add(inside(token));
    } else if (token === '|' && depth === 0) {
      made.push(branch.text);
      branch = new Branch();
    } else if (token === '^' || token === '$') branch.anchor(token, depth);
    else {
      inClass = token.startsWith('[');
      if (token.startsWith('(')) depth += 1;
      else if (token === ')') depth -= 1;
      branch.add(outside(token));
    }
  }
  return [...made, branch.text];
}

/** One alternative of the whole expression; it may match anywhere in a text unless it is anchored. */
class Branch {
  #source = '';
  #begins = false;
  #ends = false;

  get text(): string {
    return `${this.#begins ? '' : `${ANY_CHARACTER}*`}${this.#source}${this.#ends ? '' : `${ANY_CHARACTER}*`}`;
  }

  add(source: string): void {
    if (this.#ends) throw new TypeError('something stands behind "$"');
    this.#source += source;
  }

  anchor(token: '^' | '$', depth: number): void {
    if (depth > 0 || (token === '^' && this.#source !== ''))
      throw new TypeError(`"${token}" may only stand at the ${token === '^' ? 'beginning' : 'end'} of the whole`);
    if (token === '^') this.#begins = true;
    else this.#ends = true;
  }
}

function outside(token: string): string {
  if (token === '.') return NO_LINE_END;
  if (/^\(\?<?[=!]/.test(token)) throw new TypeError('it looks ahead or behind');
  if (token.startsWith('(')) return '(';
  // Lazy quantifiers match the same texts as greedy ones.
  if (token.length === 2 && token.endsWith('?') && !token.startsWith('\\')) return token.slice(0, 1);
  const letter = token.startsWith('\\') ? (token[1] ?? '') : '';
  const found = CLASSES[letter.toLowerCase()];
  if (found !== undefined) return letter === letter.toLowerCase() ? `[${found}]` : `[^${found}]`;
  if (/^[bB]$/.test(letter)) throw new TypeError('it looks for the edge of a word');
  if (/^[1-9k]$/.test(letter)) throw new TypeError('it refers back to a group');
  return character(token);
}

function inside(token: string): string {
  if (token === ']' || token === '-') return token;
  const letter = token.startsWith('\\') ? (token[1] ?? '') : '';
  if (/^[DWS]$/.test(letter)) throw new TypeError(`"\\${letter}" stands in a class with others`);
  if (letter === 'b') return '\u0008';
  return CLASSES[letter] ?? (token === '[' || token === '^' ? `\\${token}` : character(token));
}

/** Returns a single character for all its escaped forms; properties and operators stay unchanged. */
function character(token: string): string {
  const code = /^\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))$/.exec(token);
  const digits = code?.[1] ?? code?.[2] ?? code?.[3];
  if (digits !== undefined) return literal(String.fromCodePoint(Number.parseInt(digits, 16)));
  if (/^\\c[A-Za-z]/.test(token)) throw new TypeError('it names a control character by its letter');
  const letter = token.startsWith('\\') ? (token[1] ?? '') : '';
  return CONTROLS[letter] ?? token;
}

function literal(char: string): string {
  return /^[!-/:-@[-`{-~]$/.test(char) ? `\\${char}` : char;
}
