/**
 * Returns milliseconds since 1970 that never jump: the machine's clock at the start of the process plus the time since then.
 * Leases, pauses and retries use it, so setting the machine's clock neither ends nor prolongs them. Times given by people,
 * such as a deadline or the end of a token, are compared with the machine's clock instead.
 */
export function steadyTime(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/**
 * Returns the time for the age of stored data, in milliseconds since 1970: the earlier one of both clocks. So setting the
 * clock forward or back deletes nothing too early.
 */
export function retentionTime(): number {
  return Math.min(steadyTime(), Date.now());
}

/** Converts a moment of `steadyTime` to the current time of the machine's clock. */
export function shownTime(steady: number): number {
  return steady + (Date.now() - steadyTime());
}
