import { isVerdict, type Speech } from '../negotiation.js';
import { descriptionOf } from '../prompt.js';
import type { NegotiationType, Verdict } from '../record.js';

/**
 * What a message of the draft says in a negotiation. The draft has no field for a verdict: a message whose task
 * description is just the word for one (`satisfied`, `rejected`, ...) says that verdict.
 */
export function speechIn(type: NegotiationType, content: readonly string[]): Speech {
  const verdict = verdictIn(content);
  return { type, content, ...(verdict === undefined ? {} : { verdict }) };
}

function verdictIn(content: readonly string[]): Verdict | undefined {
  const [only, ...more] = content;
  if (only === undefined || more.length > 0) return undefined;
  const word = descriptionOf(only).toLowerCase();
  return isVerdict(word) ? word : undefined;
}
