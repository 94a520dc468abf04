import { isVerdict, type Speech } from '../../negotiation/negotiation.js';
import { descriptionOf } from '../../record/prompt.js';
import type { NegotiationType, Verdict } from '../../record/record.js';

/**
 * Reads a message of the draft in a negotiation. The draft has no field for a verdict. When the task description begins with
 * the word of a verdict (`satisfied`, `rejected`, ...), alone or before a punctuation mark, it is that verdict.
 *
 * @param dataParam data that come with the message
 */
export function speechIn(type: NegotiationType, content: readonly string[], dataParam?: string): Speech {
  const verdict = verdictIn(content);
  return {
    type,
    content,
    ...(verdict === undefined ? {} : { verdict }),
    ...(dataParam === undefined ? {} : { dataParam }),
  };
}

/** A word, alone or before a punctuation mark. */
const FIRST_WORD = /^\s*([a-z]+)\s*(?:$|[.,:;!](?:\s|$)|[-\u2013\u2014]\s)/iu;

function verdictIn([only, ...more]: readonly string[]): Verdict | undefined {
  if (only === undefined || more.length > 0) return undefined;
  const word = FIRST_WORD.exec(descriptionOf(only))?.[1]?.toLowerCase();
  return word !== undefined && isVerdict(word) ? word : undefined;
}
