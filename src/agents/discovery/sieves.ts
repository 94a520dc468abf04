/**
 * Sieves: each leaves among the first `count` of the slots those that meet one condition, in their order, and says how many
 * they are. One tight loop for each condition is several times as quick as one loop that asks for all of them, and quicker yet
 * without a branch, which is guessed wrong every other time where half of them meet the condition.
 */
import { type ColumnArrays, stateBit } from './columns.js';

/** Those that stand where they stood when the clock of the columns showed `clock`. */
export function keepUnchanged(slots: Int32Array, count: number, since: Float64Array, clock: number): number {
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const slot = slots[n] ?? 0;
    slots[kept] = slot;
    kept += Number((since[slot] ?? Number.POSITIVE_INFINITY) <= clock);
  }
  return kept;
}

/** Those in one of the states, given as bits, at `now` (milliseconds since 1970). */
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

/** Those whose number is known and at most `most`. */
export function keepAtMost(
  slots: Int32Array,
  count: number,
  column: Float32Array | Float64Array,
  most: number,
): number {
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const slot = slots[n] ?? 0;
    // No number is not at most anything.
    slots[kept] = slot;
    kept += Number((column[slot] ?? Number.NaN) <= most);
  }
  return kept;
}
