/** Decides what a trigger does while runs of its own have not ended, by its leaf `overlap`. */
import type { Tx } from '../../store/index.js';
import { cancelRun } from '../course/cancel.js';
import { miss } from './missed.js';
import type { FiringNeeds } from './needs.js';
import type { Trigger, TriggerRow } from './record.js';

export interface Overlap {
  readonly needs: FiringNeeds;
  readonly tx: Tx;
  readonly row: TriggerRow;
  /** Value of the key of the trigger. */
  readonly key: string;
  /** Runs of the trigger with this value that have not ended. */
  readonly open: readonly string[];
}

export type Decision = 'start' | 'wait' | { readonly reason: string };

type Decide = (overlap: Overlap) => Promise<Decision>;

/** Occasions that wait for one value of the key. */
const MOST_WAITING = 100;

export const DECISIONS: Readonly<Record<Trigger['overlap'], Decide>> = {
  allow: async () => 'start',
  skip: async ({ open }) => (open.length === 0 ? 'start' : { reason: 'a run of it has not ended (overlap skip)' }),
  queue: async ({ needs, tx, row, key, open }) => {
    const waiting = await needs.rows.countWaiting(row.name, key, tx);
    if (open.length === 0 && waiting === 0) return 'start';
    if (waiting < MOST_WAITING) return 'wait';
    return { reason: `${MOST_WAITING} runs wait already (overlap queue)` };
  },
  replace: async ({ needs, tx, row, key, open }) => {
    const dropped = await needs.rows.clearWaiting(tx, row.name, key);
    const reason = 'a later one took its place before it began (overlap replace)';
    if (dropped > 0) await miss(needs, tx, row, { reason, number: dropped });
    if (open.length === 0) return 'start';
    for (const run of open)
      await needs.engine
        .in(tx)
        .on(run, row.owner, (turn) => cancelRun(turn, `trigger "${row.name}" replaces it by a later run`));
    return 'wait';
  },
};
