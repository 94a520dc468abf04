/** JSON texts of authors, which may be nested so deep that what goes through their values runs out of stack. */
import { messageOf } from '../../data/index.js';

/** Number of objects and lists within one another. */
const DEEPEST = 100;

/** Returns the value of a JSON text. @throws TypeError for a text that is no JSON, or is nested too deep */
export function boundedJson(text: string): unknown {
  const value = parsed(text);
  if (isDeeper(value, DEEPEST)) throw new TypeError(`objects and lists stand in it more than ${DEEPEST} deep`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(messageOf(error));
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}
