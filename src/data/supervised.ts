/**
 * Runs code that authors of agents wrote (skills, judges, interpreters, loops), so that an error which no code catches ends that
 * code and not the process: the asynchronous context of the error says whose it is.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How an error can reach the process: as a rejection that nothing awaits, or as an exception that nothing catches. */
export type UncaughtKind = 'rejection' | 'exception';

const TEXT: Readonly<Record<UncaughtKind, (thrown: string) => string>> = {
  rejection: (thrown) =>
    `a promise that was not awaited was rejected with "${thrown}"; await each promise, or catch its error`,
  exception: (thrown) => `a timer or another callback threw "${thrown}", which was not caught; catch the error there`,
};

/** An error of an author's code that no code caught. `cause`: what was thrown. */
export class UncaughtError extends Error {
  override readonly name = 'UncaughtError';

  constructor(kind: UncaughtKind, cause: unknown) {
    super(TEXT[kind](cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)), { cause });
  }
}

const responsible = new AsyncLocalStorage<(error: UncaughtError) => void>();

/** Calls `work`; an uncaught error of all that it begins, also later, goes to `fail`. */
export function answerable<T>(fail: (error: UncaughtError) => void, work: () => T): T {
  return responsible.run(fail, work);
}

/**
 * Calls `work` and gives its result, after one turn of the event loop, in which a promise shows that `work` did not await.
 * What is uncaught later than that can fail nothing any more and is logged.
 *
 * @throws what the work throws; UncaughtError as soon as an error of the work is uncaught
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
      .then(resolve, reject)
      .finally(() => {
        over = true;
      });
  });
}

/** Gives an uncaught error, in its own asynchronous context, to the code that is responsible; false when there is none. */
export function isBlamed(kind: UncaughtKind, error: unknown): boolean {
  const fail = responsible.getStore();
  fail?.(new UncaughtError(kind, error));
  return fail !== undefined;
}
