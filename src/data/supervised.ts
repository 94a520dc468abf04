/**
 * Runs code of agent authors (skills, judges, interpreters, loops). An uncaught error ends that code and not the
 * process: its asynchronous context tells which code it came from.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { messageOf } from '../yang/errors.js';
import { readable } from './thrown.js';

/** The way an error reaches the process: a rejection that nothing awaits, or an exception that nothing catches. */
export type UncaughtKind = 'rejection' | 'exception';

const TEXT: Readonly<Record<UncaughtKind, (thrown: string) => string>> = {
  rejection: (thrown) =>
    `a promise that was not awaited was rejected with "${thrown}"; await each promise, or catch its error`,
  exception: (thrown) => `a timer or another callback threw "${thrown}", which was not caught; catch the error there`,
};

/** An uncaught error of an author's code. `cause`: the thrown value. */
export class UncaughtError extends Error {
  override readonly name = 'UncaughtError';

  constructor(kind: UncaughtKind, cause: unknown) {
    const thrown = readable(cause);
    super(TEXT[kind](thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : messageOf(thrown)), {
      cause: thrown,
    });
  }
}

const responsible = new AsyncLocalStorage<(error: UncaughtError) => void>();

/** Calls `work`. Uncaught errors of it, and of everything it starts, go to `fail`, also later ones. */
export function answerable<T>(fail: (error: UncaughtError) => void, work: () => T): T {
  return responsible.run(fail, work);
}

/**
 * Calls `work` and returns its result after one turn of the event loop, in which a promise that was not awaited can
 * fail. Later uncaught errors are only logged.
 *
 * @throws the error of the work, made readable; UncaughtError as soon as an error of the work is uncaught
 */
export function supervised<T>(log: Logger, work: () => Promise<T> | T): Promise<T> {
  return new Promise((resolve, reject) => {
    let over = false;
    const fail = (error: UncaughtError) => {
      if (over) log.error({ err: error }, 'code of an agent left an error behind when it had ended');
      over = true;
      reject(error);
    };
    const result = answerable(fail, async () => work());
    result
      .finally(() => setImmediate())
      .then(resolve, (error: unknown) => reject(readable(error)))
      .finally(() => {
        over = true;
      });
  });
}

/** Passes an uncaught error to the responsible code, found by the asynchronous context; false when there is none. */
export function isBlamed(kind: UncaughtKind, error: unknown): boolean {
  const fail = responsible.getStore();
  fail?.(new UncaughtError(kind, error));
  return fail !== undefined;
}
