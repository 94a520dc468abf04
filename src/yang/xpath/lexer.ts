/**
 * Splits an expression into tokens (XPath 1.0 §3.7), with the rule that decides if `*`, `and`, `div` ... are operators or
 * names.
 */
import { XPathError } from './error.js';

export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'literal'; readonly value: string; readonly at: number }
  /** A (possibly prefixed) name; `name` is `*` in a wildcard. */
  | { readonly kind: 'name'; readonly prefix: string | undefined; readonly name: string; readonly at: number }
  /** An operator, or punctuation. */
  | { readonly kind: 'symbol'; readonly symbol: string; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

const NAME = '[\\p{L}_][\\p{L}\\p{M}\\p{N}\\p{Pc}.\\-\u00b7]*';
/** Longest symbols first. */
const SYMBOL = '::|\\.\\.|//|!=|<=|>=|[()[\\].@,/|+\\-=<>*$]';
const TOKEN = new RegExp(
  `(?<space>[ \\t\\r\\n]+)|(?<number>\\d+(?:\\.\\d*)?|\\.\\d+)|(?<literal>"[^"]*"|'[^']*')|(?:(?<prefix>${NAME}):(?!:))?(?<name>${NAME}|(?<=:)\\*)|(?<symbol>${SYMBOL})`,
  'uy',
);
/** Bound of tokens: a chain of operators is as deep as it is long. */
const MAX_TOKENS = 8000;
const OPERATOR_NAMES = new Set(['and', 'or', 'div', 'mod']);
/** Symbols after which a name or `*` is an operand; the same holds at the start. */
const BEFORE_OPERAND = new Set([
  '@',
  '::',
  '(',
  '[',
  ',',
  '/',
  '//',
  '|',
  '+',
  '-',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'div',
  'mod',
  'multiply',
  '$',
]);

/** Returns all tokens; the last one has kind `end`. The operator `*` becomes the symbol `multiply`. Raises XPathError. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new XPathError(unexpected(text, at), at);
    const token = toToken(match, at, tokens.at(-1));
    if (token) tokens.push(token);
    if (tokens.length > MAX_TOKENS) throw new XPathError(`the expression has more than ${MAX_TOKENS} tokens`, at);
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: 'end', at });
  return tokens;
}

function unexpected(text: string, at: number): string {
  const c = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return c === '"' || c === "'" ? `the string that begins with ${c} is not closed` : `'${c}' has no meaning in XPath`;
}

function toToken(match: RegExpExecArray, at: number, before: Token | undefined): Token | undefined {
  const { number, literal, prefix, name, symbol } = match.groups ?? {};
  if (number !== undefined) return { kind: 'number', value: Number(number), at };
  if (literal !== undefined) return { kind: 'literal', value: literal.slice(1, -1), at };
  const operandExpected = before === undefined || (before.kind === 'symbol' && BEFORE_OPERAND.has(before.symbol));
  if (name !== undefined) {
    if (!operandExpected && prefix === undefined && OPERATOR_NAMES.has(name))
      return { kind: 'symbol', symbol: name, at };
    return { kind: 'name', prefix, name, at };
  }
  if (symbol === '*')
    return operandExpected
      ? { kind: 'name', prefix: undefined, name: '*', at }
      : { kind: 'symbol', symbol: 'multiply', at };
  return symbol === undefined ? undefined : { kind: 'symbol', symbol, at };
}
