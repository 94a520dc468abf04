/** Deletes the values of sealed runs that are completed (ATD-6-aa): their keys, without which nobody can read them. */
import type { ContentKeys } from '../../keys/index.js';
import { NODE } from '../checkpoint/record.js';
import { runPath, type WriteRecord } from '../run/facts.js';
import type { RunRows } from '../run/rows.js';
import type { Turn } from '../run/turn.js';
import type { Values } from '../run/values.js';
import type { Engine } from './engine.js';

export interface ShredNeeds {
  readonly engine: Pick<Engine, 'on'>;
  readonly rows: Pick<RunRows, 'completedSealed'>;
  readonly values: Pick<Values, 'forgetSealed'>;
  readonly content: Pick<ContentKeys, 'delete'>;
  /** Writes the record of a fact about a run. */
  readonly record: WriteRecord;
}

/** Milliseconds for which a client that waits for the end of a run can read its output. */
export const GRACE = 5_000;
/** Number of runs that are looked up at a time. */
const SLICE = 20;

/** Deletes the keys of completed runs, each in a transaction with its event. @param now milliseconds since 1970 */
export async function shredCompleted(needs: ShredNeeds, now: number): Promise<number> {
  const until = new Date(now - GRACE).toISOString();
  for (let shredded = 0; ; ) {
    const ids = await needs.rows.completedSealed(until, SLICE);
    for (const id of ids) await needs.engine.on(id, NODE, (turn) => shred(needs, turn));
    shredded += ids.length;
    if (ids.length < SLICE) return shredded;
  }
}

async function shred({ content, values, record }: ShredNeeds, turn: Turn): Promise<void> {
  const { present, tx } = turn;
  // A run of which the key is that of another run goes with that one.
  if (present.state !== 'completed' || present.seal !== present.id || present.shredded !== undefined) return;
  turn.note({ kind: 'shredded', data: { seal: 'shredded' } });
  turn.changeRun({ shredded: turn.at });
  await content.delete(tx, [present.id]);
  tx.afterCommit(() => values.forgetSealed());
  record(tx, present, {
    ...{ operation: 'delete-values', kind: 'decision', outcome: 'done', by: NODE },
    targets: [runPath(present.id)],
  });
}
