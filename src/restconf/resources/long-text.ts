import type { FurtherEntries } from '../../data/index.js';
import type { LongText } from './exchange.js';

/** Number of characters above which a document is encoded while it is sent. */
const LONG = 64 * 1024;

/**
 * Returns a document whose parts are encoded on demand; the text itself when it is short.
 *
 * @param further further entries, which are fetched on demand and continue the parts
 */
export async function textOf(parts: Iterator<string, void>, further?: FurtherEntries): Promise<string | LongText> {
  let begin = '';
  while (begin.length < LONG) {
    const next = parts.next();
    if (next.done) return begin;
    begin += next.value;
    if (further?.isWanted) await further.fetch();
  }
  return { parts: continued(begin, parts, further) };
}

async function* continued(
  begin: string,
  parts: Iterator<string, void>,
  further: FurtherEntries | undefined,
): AsyncGenerator<string, void, void> {
  yield begin;
  for (let next = parts.next(); !next.done; next = parts.next()) {
    if (next.value !== '') yield next.value;
    if (further?.isWanted) await further.fetch();
  }
}
