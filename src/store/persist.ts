/** Repeats a transaction for work that is over, and whose outcome must not be lost because the store failed for a moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError, type StoreErrorCode } from './errors.js';

/** Milliseconds until the next attempt: at first, and at most. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5_000;

const PASSING: ReadonlySet<StoreErrorCode> = new Set(['not-stored', 'full', 'read-only', 'overloaded']);

/**
 * Performs a transaction until it is stored.
 *
 * @param transact makes one transaction, which stores nothing when it fails
 * @param signal ends the attempts with its reason
 * @throws the error of the transaction, when another attempt would fail as well
 */
export async function persist<T>(transact: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await transact();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    signal.throwIfAborted();
  }
}

/** True for an error of the file or its disk that may be over in a moment. */
function isPassing(error: unknown): boolean {
  if (error instanceof StoreError) return PASSING.has(error.code);
  return error instanceof Error && 'code' in error && /^SQLITE_(BUSY|IOERR|LOCKED)/.test(String(error.code));
}
