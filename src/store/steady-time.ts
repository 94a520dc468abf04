/**
 * Returns milliseconds since 1970 that never jump: the clock of the machine when the process began, and what has passed since.
 * Leases, pauses and retries are measured by it, so that setting the clock of the machine neither ends nor prolongs them. What a
 * person has named, a deadline or the end of a token, is compared with the clock of the machine instead.
 */
export function steadyTime(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/**
 * Returns the time by which the age of what is stored counts, in milliseconds since 1970: the earlier one of both clocks. A clock
 * that was set, forward or back, lets nothing be removed before its time.
 */
export function retentionTime(): number {
  return Math.min(steadyTime(), Date.now());
}

/** Returns which time of the machine's clock, as it is set now, a moment of `steadyTime` is. */
export function shownTime(steady: number): number {
  return steady + (Date.now() - steadyTime());
}
