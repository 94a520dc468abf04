/** Records of the log, and proofs about them. */
import { parseRecord } from '../record/canonical.js';
import type { AuditRecord } from '../record/record.js';
import { consistencyProof } from '../tree/consistency.js';
import { inclusionProof } from '../tree/inclusion.js';
import type { AuditLog, LogHead } from './log.js';

export interface Proof {
  readonly head: LogHead;
  readonly hashes: readonly Uint8Array[];
}

/** Returns a record; undefined when there is none, or it was pruned. */
export async function recordAt(log: AuditLog, sequence: number): Promise<AuditRecord | undefined> {
  const text = await recordTextAt(log, sequence);
  return text === undefined ? undefined : parseRecord(text);
}

/** Returns the canonical text of a record; undefined when there is none, or it was pruned. */
export async function recordTextAt({ rows, store }: AuditLog, sequence: number): Promise<string | undefined> {
  const [record] = await rows.records(store, sequence, 1);
  return record?.sequence === sequence ? record.text : undefined;
}

/** Returns records from a sequence on, in their order. */
export async function recordsFrom(
  { rows, store }: AuditLog,
  from: number,
  limit: number,
): Promise<readonly AuditRecord[]> {
  return (await rows.records(store, from, limit)).map(({ text }) => parseRecord(text));
}

/** Proves that a record is in the log as it is now. @throws RangeError when there is none, or it was pruned */
export async function proveRecord(log: AuditLog, sequence: number): Promise<Proof> {
  const head = await log.show();
  if (sequence < head.first) throw new RangeError(`the records before ${head.first} were pruned`);
  return { head, hashes: await inclusionProof(sequence, head.size, log.rows.source(log.store)) };
}

/** Proves that the log of one size begins with that of an earlier one. @throws RangeError for sizes that the log had not, or that were pruned */
export async function proveGrowth(log: AuditLog, from: number, to: number): Promise<Proof> {
  const head = await log.show();
  if (to > head.size) throw new RangeError(`the log has ${head.size} records, not ${to}`);
  if (from < head.first) throw new RangeError(`the records before ${head.first} were pruned`);
  return { head, hashes: await consistencyProof(from, to, log.rows.source(log.store)) };
}
