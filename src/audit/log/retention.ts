/** Prunes the log from time to time. */
import type { Logger } from 'pino';
import type { AuditLog } from './log.js';
import { pruneAged } from './prune.js';

/** Milliseconds. */
const EVERY = 60 * 60 * 1_000;

/**
 * Prunes archived records that are old, now and each hour.
 *
 * @param days returns the age that is old
 * @returns the function that stops it
 */
export function keepPruned(log: AuditLog, days: () => number, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let pruning: Promise<void> | undefined;
  const prune = () => {
    pruning ??= pruneAged(log, days(), stopping.signal)
      .catch((error: unknown) => logger.warn({ err: error }, 'audit: old records could not be pruned'))
      .finally(() => {
        pruning = undefined;
      });
  };
  const timer = setInterval(prune, EVERY).unref();
  prune();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await pruning;
  };
}
