/** Counts and tells what a trigger missed. */
import type { Tx } from '../../store/index.js';
import type { FiringNeeds } from './needs.js';
import { MISSED } from './origin.js';
import type { Occasion, TriggerRow } from './record.js';

export interface Miss {
  readonly reason: string;
  /** When it should have fired, as yang:date-and-time. */
  readonly from?: string;
  /** How often it should have. Absent: unknown, counted as one. */
  readonly number?: number;
  /** The run of which the notification told. */
  readonly run?: string;
  /** True when it is only counted. */
  readonly isQuiet?: boolean;
}

/** Stores a miss. It is told unless the one before had the same reason and no run has started since. */
export async function miss(
  { rows, notify }: Pick<FiringNeeds, 'rows' | 'notify'>,
  tx: Tx,
  { name, owner, told }: TriggerRow,
  { reason, from, number, run, isQuiet }: Miss,
): Promise<void> {
  const isTold = !isQuiet && told !== reason;
  await rows.addMissed(tx, name, number ?? 1, isTold ? reason : undefined);
  if (!isTold) return;
  const value = { name, reason, from, number, run };
  await notify(tx, [{ name: MISSED, value, audience: { users: [owner] } }]);
}

/** Returns the miss of one occasion. */
export function missOf({ at, run, ofMissed }: Occasion, reason: string): Miss {
  return { reason, from: at, number: 1, isQuiet: ofMissed === true, ...(run === undefined ? {} : { run }) };
}
