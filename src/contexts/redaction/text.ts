import type { YangentContexts_Redaction } from '../../generated/index.js';
import { IN_TEXT } from './kinds.js';

export const REMOVED = '[redacted]';

/** A test of one word: what matches is removed. */
export interface WordPattern {
  readonly text: string;
  test(word: string): boolean;
}

/** What is to be removed. */
export interface Removal {
  /** Kinds of information (`yangent-contexts:redaction`). */
  readonly kinds?: readonly YangentContexts_Redaction[];
  /** Names of members of structured content. */
  readonly members?: readonly string[];
  /** Pieces of text, wherever they stand. */
  readonly texts?: readonly string[];
  /** Words that match. */
  readonly patterns?: readonly WordPattern[];
}

/** Punctuation around a word; looked for from where it begins only, so that a long row of it takes linear time. */
const AROUND = /^["'([{<]+|(?<!["')\]}>.,;:!?])["')\]}>.,;:!?]+$/g;

/** The text without what is to be removed; `removed` is told what of it was there. */
export function cleanText(text: string, { kinds, texts, patterns }: Removal, removed: Set<string>): string {
  let result = text;
  for (const piece of texts ?? []) {
    if (!result.includes(piece)) continue;
    result = result.replaceAll(piece, REMOVED);
    removed.add(piece);
  }
  for (const kind of kinds ?? []) {
    for (const pattern of IN_TEXT[kind]) {
      result = result.replace(pattern, (...match) => {
        removed.add(kind);
        return `${keptOf(match)}${REMOVED}`;
      });
    }
  }
  for (const pattern of patterns ?? []) {
    result = result.replace(/\S+/g, (word) => {
      const bare = word.replace(AROUND, '');
      if (bare === '' || !pattern.test(bare)) return word;
      removed.add(pattern.text);
      return word.replace(bare, () => REMOVED);
    });
  }
  return result;
}

/** What the pattern says must stay: its groups are the last argument, where it has any. */
function keptOf(match: readonly unknown[]): string {
  const groups = match.at(-1);
  return typeof groups === 'object' && groups !== null && 'keep' in groups ? String(groups.keep) : '';
}
