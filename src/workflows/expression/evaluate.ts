/** Evaluates expressions within bounds of work. */
import { createContext, Script } from 'node:vm';
import { TypeError as CelTypeError, EvaluationError } from '@marcbachmann/cel-js';
import { isObject } from '../../data/index.js';
import { ExpressionError } from './error.js';
import type { Expression } from './expression.js';
import { fromJson, toJson } from './values.js';

/** Steps of an evaluation: parts of the expression times the largest list, for each macro in another. */
const MOST_STEPS = 2_000_000;
/** Above this an evaluation is watched by a clock as well. */
const WATCHED_STEPS = 10_000;
/** Milliseconds of an evaluation that is watched. */
const LONGEST = 250;

/**
 * Returns the JSON value of an expression.
 *
 * @param variables JSON values by name
 * @throws ExpressionError `evaluation`, or `too-big`
 */
export function evaluate(expression: Expression, variables: Readonly<Record<string, unknown>>): unknown {
  const given: Record<string, unknown> = Object.create(null);
  for (const name of expression.variables) if (Object.hasOwn(variables, name)) given[name] = fromJson(variables[name]);
  const steps = stepsOf(expression, given);
  if (steps > MOST_STEPS)
    throw new ExpressionError('too-big', 'the lists are too long for lists within lists; compute with shorter ones');
  return toJson(resultOf(expression, given, steps > WATCHED_STEPS));
}

function resultOf({ text, run }: Expression, given: Record<string, unknown>, isWatched: boolean): unknown {
  try {
    return isWatched ? inTime(() => run(given)) : run(given);
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof CelTypeError)
      throw new ExpressionError('evaluation', `${error.summary} in ${text}`, error.range);
    if (error instanceof RangeError) throw new ExpressionError('too-big', `the value of ${text} is too large`);
    // It comes from the context of the script, whose errors are of another class.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === TIMEOUT)
      throw new ExpressionError('too-big', `${text} takes too long`);
    if (error instanceof Error) throw new ExpressionError('evaluation', `${error.message} in ${text}`);
    throw error;
  }
}

const TIMEOUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const box: { work: () => unknown } = { work: () => undefined };
const context = createContext({ box });
const script = new Script('box.work()');

function inTime(work: () => unknown): unknown {
  box.work = work;
  return script.runInContext(context, { timeout: LONGEST });
}

function stepsOf({ depth, size, splits, reads }: Expression, given: Readonly<Record<string, unknown>>): number {
  if (depth === 0) return size;
  let longest = size;
  for (const path of reads) longest = Math.max(longest, longestIn(valueAt(given, path), splits));
  return size * longest ** depth;
}

function valueAt(given: unknown, path: readonly string[]): unknown {
  let found = given;
  for (const name of path) found = isObject(found) ? found[name] : undefined;
  return found;
}

/** Returns the length of the longest list or object within a value; of the longest text, too, where texts become lists. */
function longestIn(value: unknown, ofTexts: boolean): number {
  if (typeof value === 'string') return ofTexts ? value.length : 0;
  if (typeof value !== 'object' || value === null) return 0;
  const known = longest.get(value);
  if (known !== undefined && !ofTexts) return known;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let found = members.length;
  for (const member of members) found = Math.max(found, longestIn(member, ofTexts));
  if (!ofTexts) longest.set(value, found);
  return found;
}

const longest = new WeakMap<object, number>();
