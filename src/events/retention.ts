/**
 * Retention of the log: the newest events, bounded by number and age. Old events are deleted in the background, in
 * small steps with pauses.
 */
import { retentionTime, type Store, type Tx, unhurried } from '../store/index.js';

export interface Retention {
  readonly count: number;
  readonly days: number;
}

export const DEFAULT_RETENTION: Retention = { count: 100_000, days: 7 };

/** Rows deleted in one transaction: other transactions must not wait long. */
const STEP = 1_000;
const DAY = 24 * 60 * 60 * 1_000_000;

/**
 * Deletes events that are beyond the count or the age of `retention`; after each step calls `trimmed` with the last
 * number deleted. Only the oldest events are deleted. The newest event always stays: the log reads its last number from
 * it. An aborted signal ends the deletion before the next step.
 */
export async function trim(
  store: Store,
  retention: Retention,
  trimmed: (sequence: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const bounds = await store.reads
    .selectFrom('event')
    .select(({ fn }) => [fn.min('sequence').as('first'), fn.max('sequence').as('last')])
    .executeTakeFirst();
  if (bounds === undefined || bounds.first === null || bounds.last === null) return;
  const young = await store.reads
    .selectFrom('event')
    .select('sequence')
    .where('time', '>=', retentionTime() * 1_000 - retention.days * DAY)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  const keepFrom = Math.min(Math.max(bounds.last - retention.count + 1, young?.sequence ?? bounds.last), bounds.last);
  let from = bounds.first;
  const step = async () => {
    if (from >= keepFrom) return false;
    const last = Math.min(from + STEP, keepFrom) - 1;
    const trim = async (tx: Tx) => {
      const aged = await tx.sql
        .selectFrom('event')
        .select(({ fn }) => ['stream', fn.max('time').as('time')])
        .where('sequence', '<=', last)
        .groupBy('stream')
        .execute();
      for (const { stream, time } of aged) {
        await tx.sql.updateTable('event_stream').set({ aged: time }).where('name', '=', stream).execute();
      }
      await tx.sql.deleteFrom('event').where('sequence', '<=', last).execute();
      tx.afterCommit(() => trimmed(last));
    };
    await store.relieving(() => store.transact(trim));
    from = last + 1;
    return from < keepFrom;
  };
  await unhurried(step, signal);
}
