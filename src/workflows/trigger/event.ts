/** The expressions of a trigger, which read `event`. */
import { isObject } from '../../data/index.js';
import { ExpressionError, evaluate, parseExpression } from '../expression/index.js';
import { digestOf } from '../run/values.js';
import type { Trigger } from './record.js';

/** Characters of the value of a key that is stored as it is. */
const LONGEST_KEY = 255;

/** Returns the input of a run. @throws ExpressionError */
export function inputFor({ input = [] }: Trigger, event: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(input.map(({ name, value }) => [name, valueAt(`input "${name}"`, value, event)]));
}

/** Returns the value of the key of a trigger as text; empty without a key. @throws ExpressionError */
export function keyFor({ notification }: Trigger, event: unknown): string {
  const { key } = notification ?? {};
  if (key === undefined) return '';
  const { digest, text } = digestOf(valueAt('key', key, event));
  return text.length > LONGEST_KEY ? digest : text;
}

function valueAt(what: string, text: string, event: unknown): unknown {
  try {
    return evaluate(parseExpression(text), { event });
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(error.fault, `${what}: ${error.message}`, error.at);
    throw error;
  }
}

/** Returns the event of a schedule. @param time milliseconds since 1970 */
export function eventOfTime(time: number): { readonly time: string } {
  return { time: new Date(time).toISOString() };
}

/** Returns a text member of an event. */
export function textOf(event: unknown, member: string): string | undefined {
  const value = isObject(event) ? event[member] : undefined;
  return typeof value === 'string' ? value : undefined;
}
