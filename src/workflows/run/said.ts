/**
 * Texts of persons about sealed runs: reasons and comments. Each is kept as a value, and the run, its journal and notifications name
 * it by its digest.
 */
import { QUIET } from './quiet.js';

/** Returns the name of a text, which stands for it in longer texts as well. @param digest of the text, keyed */
export function namedText(digest: string): string {
  return `${QUIET} (${digest})`;
}

const NAMED = new RegExp(`${QUIET} \\((hmac-sha-256:[0-9a-f]{64})\\)`, 'g');

/**
 * Returns a text with the texts that it names.
 *
 * @param find returns a value by its digest; undefined when it was deleted
 */
export async function withSaid(text: string, find: (digest: string) => Promise<unknown>): Promise<string> {
  const said = new Map<string, string>();
  for (const [, digest = ''] of text.matchAll(NAMED)) {
    const value = await find(digest);
    if (typeof value === 'string') said.set(digest, value);
  }
  return text.replace(NAMED, (_, digest: string) => said.get(digest) ?? QUIET);
}
