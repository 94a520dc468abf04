/** Expressions and JSON texts of a source. */
import { ExpressionError, parseExpression } from '../expression/index.js';
import { type Convert, namedList, said } from './convert.js';

/**
 * Returns an expression, and notes the steps that it reads. A number, a truth value and null stand for themselves.
 * @throws WorkflowError for a text that is no expression
 */
export const expression: Convert = (value, place) => {
  const text = textOf(value);
  if (text === undefined) return place.fail(`expected an expression as text, not ${said(value)}`);
  try {
    for (const [variable, step] of parseExpression(text).reads)
      if (variable === 'steps' && step !== undefined) place.reads.push({ step, place });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    place.fail(`"${text}" is no expression: ${error.message}`);
  }
  return text;
};

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : undefined;
}

/** Returns the list of values of an input or output: `{ site: 'input.site' }`. */
export const values: Convert = namedList('a value', { value: expression }, 'value');

/** Returns the JSON text of a value; a text is JSON text already. */
export const jsonText: Convert = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns a decimal number as the text that RFC 7951 §6.1 asks for. */
export const decimal: Convert = (value) => (typeof value === 'number' ? String(value) : value);

/** Keeps a number of percent. @throws WorkflowError for a text such as `10%` */
export const percent: Convert = (value, place) =>
  typeof value === 'string'
    ? place.fail(`it is a number of percent, not ${said(value)}; write ${Number.parseInt(value, 10) || 10}`)
    : value;
