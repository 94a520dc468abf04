import type { YangentContexts_Redaction } from '../../generated/index.js';
import { IN_TEXT } from './kinds.js';

export const REMOVED = '[redacted]';

/** A test of one word: matching words are removed. */
export interface WordPattern {
  readonly text: string;
  test(word: string): boolean;
}

/** The information to be removed. */
export interface Removal {
  /** Kinds of information (`yangent-contexts:redaction`). */
  readonly kinds?: readonly YangentContexts_Redaction[];
  /** Names of members of structured content. */
  readonly members?: readonly string[];
  /** Pieces of text, at any place. */
  readonly texts?: readonly string[];
  /** Patterns of words. */
  readonly patterns?: readonly WordPattern[];
}

/** Punctuation around a word. Matched only from its beginning, so that a long sequence takes linear time. */
const AROUND = /^["'([{<]+|(?<!["')\]}>.,;:!?])["')\]}>.,;:!?]+$/g;

/** Removes information from a text, and adds the kinds that were found to `removed`. */
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

/** Returns the group `keep` of a match. Named groups are the last argument, if there are any. */
function keptOf(match: readonly unknown[]): string {
  const groups = match.at(-1);
  return typeof groups === 'object' && groups !== null && 'keep' in groups ? String(groups.keep) : '';
}
