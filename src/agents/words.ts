/** Compares plain texts by their words: the simple local match for discovery and the choice of a skill. */

const WORD = /[\p{L}\p{N}]+/gu;
const EMPTY_WORDS = new Set(
  'a an and are as at be by can for from has have in into is it its of on or our please that the their this to was we which will with you'.split(
    ' ',
  ),
);

/** Returns the meaningful words of a text, in lower case, without plural endings. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const match of text.slice(0, LONGEST).toLowerCase().matchAll(WORD)) {
    const word = match[0];
    if (!EMPTY_WORDS.has(word)) words.add(stemOf(word));
  }
  return words;
}

/** Maximum number of compared characters: of longer texts only the beginning counts, so that matching takes bounded time. */
const LONGEST = 20_000;

/** Returns a word in lower case without its plural ending. */
export function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Returns the share of the wanted words that are offered: 0 to 1; 0 when none is wanted. */
export function overlap(wanted: ReadonlySet<string>, offered: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let common = 0;
  for (const word of wanted) if (offered.has(word)) common++;
  return common / wanted.size;
}
