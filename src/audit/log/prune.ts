/** Deletes old records that were archived. The hashes stay by which the log goes on and newer records are proved. */
import { retentionTime, type Tx, unhurried } from '../../store/index.js';
import type { RecordContent } from '../record/record.js';
import { subtreesOf } from '../tree/subtree.js';
import type { AuditLog } from './log.js';

/** Records that one transaction deletes: others must not wait long. */
const STEP = 1_000;
const DAY = 24 * 60 * 60 * 1_000;

/** A pruning that would lose records of which no archive is known. */
export class NotArchived extends Error {}

/**
 * Gives up the records before a sequence, in the transaction. `deletePruned` deletes them after it.
 *
 * @param by the record of the pruning; absent when the caller has its own
 * @throws NotArchived
 */
export async function prune(log: AuditLog, tx: Tx, before: number, by?: RecordContent): Promise<void> {
  const { archived, first } = await log.rows.head(tx);
  if (before > archived) {
    throw new NotArchived(`the records from ${archived} on were not archived; those before ${archived} may be pruned`);
  }
  if (before <= first) return;
  const edge = subtreesOf({ from: 0, to: before });
  const leaves = edge.filter(({ level }) => level === 0);
  const hashes = await log.rows.source(tx)(leaves);
  const nodes = leaves.flatMap((leaf, index) => {
    const hash = hashes[index];
    return hash ? [{ ...leaf, hash }] : [];
  });
  await log.rows.insertNodes(tx, nodes);
  await log.rows.setFirst(tx, before);
  log.pruned(tx, before);
  if (by) log.append(tx, by);
}

/** Deletes the rows that were given up, in small steps. */
export async function deletePruned(log: AuditLog, signal: AbortSignal): Promise<void> {
  const { rows, store } = log;
  const step = async () => {
    const { first } = log.head;
    return store.relieving(() =>
      store.apart(() =>
        store.transact(async (tx) => {
          if (await rows.deleteRecords(tx, first, STEP)) return true;
          await rows.deleteNodes(tx, first);
          return false;
        }),
      ),
    );
  };
  await unhurried(step, signal);
}

/** Prunes archived records that are older than a number of days. */
export async function pruneAged(log: AuditLog, days: number, signal: AbortSignal): Promise<void> {
  const { rows, store } = log;
  const { archived, first } = await rows.head(store);
  const young = await rows.firstSince(store, retentionTime() - days * DAY);
  const before = Math.min(archived, young ?? archived);
  if (before > first) {
    const by: RecordContent = {
      'record-kind': 'prune',
      ...{ 'principal-kind': 'node', user: 'system', operation: 'retention', outcome: 'done', size: before },
    };
    await store.relieving(() => store.transact((tx) => prune(log, tx, before, by)));
  }
  await deletePruned(log, signal);
}
