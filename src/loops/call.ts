import { supervised } from '../data/index.js';
import { orAborted } from '../devices/index.js';
import type { LoopContext } from './definition.js';

/**
 * Calls a function of a loop until it ends, the signal is aborted, or an error of it is uncaught.
 *
 * @throws the error of the function; UncaughtError; the reason of the signal
 */
export function call<T>({ log, signal }: Pick<LoopContext, 'log' | 'signal'>, work: () => Promise<T> | T): Promise<T> {
  return supervised(log, () => orAborted(work, signal));
}
