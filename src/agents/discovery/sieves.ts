/**
 * Sieves: each keeps those of the first `count` slots that meet one condition, in their order, and returns their number. One short
 * loop for each condition is several times as fast as one loop for all conditions. Loops without branches are even faster,
 * because a branch is mispredicted every second time when half of the slots meet the condition.
 */
import { type ColumnArrays, stateBit } from './columns.js';

/** Keeps slots that have not changed since the clock of the columns had the value `clock`. */
export function keepUnchanged(slots: Int32Array, count: number, since: Float64Array, clock: number): number {
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const slot = slots[n] ?? 0;
    slots[kept] = slot;
    kept += Number((since[slot] ?? Number.POSITIVE_INFINITY) <= clock);
  }
  return kept;
}

/** Keeps agents in one of the states, given as bits, at `now` (milliseconds since 1970). */
export function keepStates(
  slots: Int32Array,
  count: number,
  { flags, leaseEnds }: Pick<ColumnArrays, 'flags' | 'leaseEnds'>,
  states: number,
  now: number,
): number {
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const slot = slots[n] ?? 0;
    slots[kept] = slot;
    kept += Number((stateBit(flags[slot] ?? 0, leaseEnds[slot] ?? 0, now) & states) !== 0);
  }
  return kept;
}

/** Keeps agents whose number is known and at most `most`. */
export function keepAtMost(
  slots: Int32Array,
  count: number,
  column: Float32Array | Float64Array,
  most: number,
): number {
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const slot = slots[n] ?? 0;
    // A comparison with NaN is false.
    slots[kept] = slot;
    kept += Number((column[slot] ?? Number.NaN) <= most);
  }
  return kept;
}
