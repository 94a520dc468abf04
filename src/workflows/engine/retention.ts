/** Deletes runs that ended long ago, or before many others. */
import type { Contexts } from '../../contexts/index.js';
import type { ContentKeys } from '../../keys/index.js';
import type { Store, Tx } from '../../store/index.js';
import type { RunRows } from '../run/rows.js';

/** How long ended runs are kept. */
export interface Kept {
  readonly days: number;
  /** Number of ended runs. */
  readonly count: number;
}

const DAY = 86_400_000;
/** Number of runs that one transaction deletes. */
const SLICE = 20;

export interface PurgeNeeds {
  readonly store: Pick<Store, 'transact' | 'relieving'>;
  readonly rows: RunRows;
  readonly contexts: Pick<Contexts, 'forget'>;
  readonly content: Pick<ContentKeys, 'delete'>;
}

/** Deletes the runs that are not kept any more. @param now milliseconds since 1970 */
export async function purge(needs: PurgeNeeds, { days, count }: Kept, now: number): Promise<number> {
  const { store, rows } = needs;
  const old = new Date(now - days * DAY).toISOString();
  const surplus = await rows.endOfNewest(count);
  const until = surplus !== undefined && surplus > old ? surplus : old;
  let purged = 0;
  for (;;) {
    const ids = await rows.endedUntil(until, SLICE);
    if (ids.length > 0) await store.relieving(() => store.transact((tx) => remove(needs, tx, ids)));
    purged += ids.length;
    if (ids.length < SLICE) return purged;
  }
}

async function remove({ rows, contexts, content }: PurgeNeeds, tx: Tx, ids: readonly string[]): Promise<void> {
  // With their keys goes what is stored of them elsewhere: their tasks, for example.
  await content.delete(tx, await rows.sealedAmong(tx, ids));
  const params: string[] = [];
  for (const id of ids) params.push(...(await rows.references.paramsOf(tx, id)));
  await rows.remove(tx, ids);
  // Another run may still read what a deleted one has made: a child is deleted before its parent ends.
  await contexts.forget(tx, { tasks: [], params: await rows.references.unnamed(tx, [...new Set(params)]) });
}
