/** Errors of code that this node did not write: anything can be thrown. */
import { types } from 'node:util';
import { messageOf } from '../yang/errors.js';

/** Members of errors that this node reads, and its log. */
const READ = [
  'name',
  'message',
  'stack',
  'cause',
  'code',
  'recovery',
  'diagnostic',
  'tag',
  'appTag',
  'toJSON',
] as const;

/**
 * Returns the thrown value, when it can be read: a value whose members throw would break each place that looks at it. In place of
 * such a value, and of a `Proxy`, an Error with as much of the text as there is.
 */
export function readable(thrown: unknown): unknown {
  return canBeRead(thrown) ? thrown : new Error(messageOf(thrown));
}

function canBeRead(thrown: unknown): boolean {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) return true;
  if (types.isProxy(thrown)) return false;
  try {
    const isText = !(thrown instanceof Error) || typeof thrown.message === 'string';
    for (const name of READ) Reflect.get(thrown, name);
    return isText;
  } catch {
    return false;
  }
}
