/** The share of a transaction that a turn may use to cancel, pause and resume steps, so that wide runs hold nobody up. */
import type { Tx } from '../../store/index.js';
import type { Timed } from './clock.js';

/** Number of steps of a transaction, those of the runs below counted. */
const MOST = 200;
/** Number of steps of a turn: it leaves some for the runs below, most of which have few steps. */
const SLICE = 100;

const used = new WeakMap<Tx, number>();

/** Returns the number of steps that a turn may still change; 0 when it is to go on in another transaction. */
export function shareOf({ tx }: Timed): number {
  return Math.min(SLICE, MOST - (used.get(tx) ?? 0));
}

/** Counts steps that a turn changes. */
export function useShare({ tx }: Timed, steps: number): void {
  used.set(tx, (used.get(tx) ?? 0) + steps);
}
