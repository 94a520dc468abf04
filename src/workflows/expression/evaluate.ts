/** Evaluates expressions within bounds of work. */
import { createContext, Script } from 'node:vm';
import { TypeError as CelTypeError, EvaluationError } from '@marcbachmann/cel-js';
import { ExpressionError } from './error.js';
import type { Expression } from './expression.js';
import { MOST_JOINED, unmarked } from './guarded.js';
import { longestIn, MOST_MEMBERS, membersIn, valueAt } from './measure.js';
import { fromJson, toJson } from './values.js';

/** Steps of an evaluation: parts of the expression times the largest list, for each macro in another. */
const MOST_STEPS = 2_000_000;
/** Characters or members of one value that `+` makes. */
const MOST_ADDED = 32 * 1024 * 1024;
/** Above this an evaluation is watched by a clock as well: parts of the expression times members of the values that it reads. */
const WATCHED_STEPS = 10_000;
/** Milliseconds of an evaluation that is watched. One call of a function, which no clock stops, may come on top. */
const LONGEST = 200;

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON value of an expression.
 *
 * @param variables JSON values by name
 * @throws ExpressionError `evaluation`, or `too-big`
 */
export function evaluate(expression: Expression, variables: Values): unknown {
  const given: Record<string, unknown> = Object.create(null);
  for (const name of expression.variables) if (Object.hasOwn(variables, name)) given[name] = variables[name];
  return isLong(expression, given)
    ? inTime(expression, () => computed(expression, given))
    : computed(expression, given);
}

function computed(expression: Expression, variables: Values): unknown {
  requireBounded(expression, variables);
  const given: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(variables)) given[name] = fromJson(variables[name]);
  return toJson(resultOf(expression, given));
}

function resultOf({ text, run }: Expression, given: Record<string, unknown>): unknown {
  try {
    return run(given);
  } catch (error) {
    if (error instanceof ExpressionError)
      throw new ExpressionError(error.fault, `${error.message} in ${text}`, error.at);
    if (error instanceof EvaluationError || error instanceof CelTypeError)
      throw new ExpressionError('evaluation', `${unmarked(error.summary)} in ${text}`, error.range);
    if (error instanceof RangeError) throw new ExpressionError('too-big', `the value of ${text} is too large`);
    if (error instanceof Error) throw new ExpressionError('evaluation', `${error.message} in ${text}`);
    throw error;
  }
}

const TIMEOUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const box: { work: () => unknown } = { work: () => undefined };
const context = createContext({ box });
const script = new Script('box.work()');

function inTime({ text }: Expression, work: () => unknown): unknown {
  box.work = work;
  try {
    return script.runInContext(context, { timeout: LONGEST });
  } catch (error) {
    // It comes from the context of the script, whose errors are of another class.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === TIMEOUT)
      throw new ExpressionError('too-big', `${text} takes too long`);
    throw error;
  }
}

/** True when an evaluation may take more than a few milliseconds. The measure itself takes no longer. */
function isLong({ text, size, depth, reads }: Expression, variables: Values): boolean {
  let members = membersIn(text);
  for (const path of reads) members += membersIn(valueAt(variables, path));
  return size * members ** Math.max(depth, 1) > WATCHED_STEPS || membersIn(Object.values(variables)) > MOST_MEMBERS;
}

/** @throws ExpressionError `too-big` for an evaluation that is known to take too long, or to make values that are too long */
function requireBounded({ text, depth, size, splits, joins, additions, reads }: Expression, variables: Values): void {
  const longest = (of: 'lists' | 'texts') =>
    reads.reduce((most, path) => Math.max(most, longestIn(valueAt(variables, path), of)), size);
  const steps = depth === 0 ? size : size * longest(splits ? 'texts' : 'lists') ** depth;
  if (steps > MOST_STEPS)
    throw new ExpressionError('too-big', 'the lists are too long for lists within lists; compute with shorter ones');
  if (additions === 0) return;
  const added = Math.max(text.length, longest('texts'));
  const most = joins ? Math.max(added, Math.min(MOST_JOINED, added * longest('lists') ** depth)) : added;
  if ((additions + 1) * most > MOST_ADDED)
    throw new ExpressionError('too-big', `the values that ${text} adds to one another are too long; use shorter ones`);
}
