/** Calls functions of agent authors: in bounded time, and again when they fail. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RpcError, supervised } from '../../data/index.js';
import type { SessionLimits } from '../record/limits.js';

/** Milliseconds before the second call; before each further one four times as many. */
const FIRST_PAUSE = 1_000;
const GROWTH = 4;
/** Refusals that may pass: the sender is too fast, or another member too slow. */
const PASSING: ReadonlySet<string> = new Set(['resource-denied', 'in-use']);

export interface Attempts {
  readonly limits: Pick<SessionLimits, 'hookTime' | 'hookTries'>;
  /** Aborted when hosted members may not act any more. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Tells in records what was called. */
  readonly what: string;
}

/**
 * Works until it succeeds, as often as the limits allow.
 *
 * @returns false when it was passed over: it failed too often, or the node refused what it said
 * @throws the reason of the signal
 */
export async function attempt(o: Attempts, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const { limits, signal, log, what } = o;
  for (let tries = 1; ; tries += 1) {
    try {
      await timely(o, work);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      const isOver = tries >= limits.hookTries || isRefused(error);
      log.warn({ err: error, tries }, `sessions: ${what} failed${isOver ? ' and is passed over' : ''}`);
      if (isOver) return false;
      // Rejects when the signal aborts, which the loop has to tell its caller anyway.
      await pause(FIRST_PAUSE * GROWTH ** (tries - 1), undefined, { signal });
    }
  }
}

/** True for a refusal that the same request would meet again. */
function isRefused(error: unknown): boolean {
  return error instanceof RpcError && !PASSING.has(error.tag);
}

/** Works with a signal that is aborted when the time is over, and does not wait for it any longer then. */
async function timely(
  { limits: { hookTime }, signal, log }: Attempts,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  const timer = setTimeout(
    () => ending.abort(new Error(`it took more than ${hookTime} ms (--limit member-time)`)),
    hookTime,
  );
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    const over = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true });
    });
    await Promise.race([supervised(log, () => work(ending.signal)), over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
