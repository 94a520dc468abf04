/** Hands out records for an archive, page by page, so that a file verifies without the node. */
import { signCheckpoint } from '../note/checkpoint.js';
import { rootAt, subtreesOf } from '../tree/subtree.js';
import type { AuditLog, LogHead } from './log.js';

export interface ArchivePage {
  readonly head: LogHead;
  /** The keys of the log, for verifiers, the one in use first. */
  readonly keys: readonly string[];
  /** The hashes of the right edge before the page. */
  readonly edge: readonly Uint8Array[];
  /** Canonical texts, in their order. */
  readonly records: readonly string[];
  /** Checkpoints of sizes within the page, the last one of its end. */
  readonly checkpoints: readonly { readonly size: number; readonly note: string }[];
}

/**
 * Returns the records from a sequence on. They count as archived, so that they may be pruned.
 *
 * @throws RangeError when some of them were pruned
 */
export async function archivePage(log: AuditLog, first: number, limit: number): Promise<ArchivePage> {
  const { rows, store, key } = log;
  const head = await log.show();
  if (first < head.first) throw new RangeError(`the records before ${head.first} were pruned`);
  if (first > head.size) throw new RangeError(`the log has ${head.size} records`);
  const stored = await rows.records(store, first, Math.min(limit, head.size - first));
  const end = first + stored.length;
  const source = rows.source(store);
  const edge = await source(subtreesOf({ from: 0, to: first }));
  const kept = await rows.notes(store, first, end - 1);
  const root = await rootAt(end, source);
  await store.transact(async (tx) => {
    if (first <= (await rows.head(tx)).archived) await rows.setArchived(tx, end);
  });
  return {
    head,
    keys: await rows.keys(store),
    edge,
    records: stored.map(({ text }) => text),
    checkpoints: [...kept, { size: end, note: signCheckpoint({ size: end, root }, key) }],
  };
}

/** Returns the checkpoint of the log as it is now, and keeps it for archives. */
export async function keepCheckpoint(log: AuditLog): Promise<LogHead> {
  const head = await log.show();
  await log.store.transact((tx) => log.rows.keepNote(tx, head));
  return head;
}
