/** Splits a text into tokens: words, identifiers and quoted texts. */
import { meaningOf, stemOf } from '../../agents/index.js';

export interface Token {
  /** As written, without quotation marks. */
  readonly text: string;
  /** In lower case, without a plural ending. */
  readonly stem: string;
  readonly quoted: boolean;
  /** True when it begins a sentence. */
  readonly first: boolean;
}

const TOKEN =
  /"([^"\n]{1,200})"|“([^”\n]{1,200})”|«([^»\n]{1,200})»|`([^`\n]{1,200})`|[\p{L}\p{N}](?:[\p{L}\p{N}_'’+#@-]|[.:/](?=[\p{L}\p{N}]))*/gu;
/** Maximum number of tokens of one text. */
const MOST = 4_000;
const LONGEST = 200;

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (tokens.length >= MOST) break;
    const quote = match[1] ?? match[2] ?? match[3] ?? match[4];
    const value = (quote ?? match[0]).slice(0, LONGEST);
    const first = tokens.length === 0 || /[.!?;\n]/.test(text.slice(end, match.index));
    tokens.push({ text: value, stem: stemOf(value.toLowerCase()), quoted: quote !== undefined, first });
    end = match.index + match[0].length;
  }
  return tokens;
}

/** True when the token looks like an identifier: it is quoted, or has a digit or a special character. */
export function isIdentifier({ text, quoted }: Token): boolean {
  return quoted || /[\d_./:+#@]/.test(text) || /[\p{L}\d]-[\p{L}\d]*\d/u.test(text);
}

/** True for the same word, or for synonyms in network operations. */
export function isAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const meaning = meaningOf(a);
  return meaning !== undefined && meaning === meaningOf(b);
}

/** Returns the words of a name such as `diagnose-link`, `diagnoseLink` or `diagnose_link`. */
export function wordsOfName(name: string): readonly string[] {
  return tokensOf(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[-_./:]+/g, ' ')).map(({ stem }) => stem);
}

/** Returns the place of a phrase in a text, word for word; undefined when it is not there. */
export function placeOfPhrase(tokens: readonly Token[], phrase: readonly string[]): number | undefined {
  if (phrase.length === 0) return undefined;
  for (let at = 0; at + phrase.length <= tokens.length; at++)
    if (phrase.every((stem, index) => tokens[at + index]?.stem === stem)) return at;
  return undefined;
}
