import type { LongText } from './exchange.js';

/** Characters above which a document is made while it is sent. */
const LONG = 64 * 1024;

/** A document of which the parts are made when they are asked for: the text itself where it is short. */
export function textOf(parts: Iterator<string, void>): string | LongText {
  let begin = '';
  while (begin.length < LONG) {
    const next = parts.next();
    if (next.done) return begin;
    begin += next.value;
  }
  return { parts: continued(begin, parts) };
}

function* continued(begin: string, parts: Iterator<string, void>): Generator<string, void, void> {
  yield begin;
  for (let next = parts.next(); !next.done; next = parts.next()) yield next.value;
}
