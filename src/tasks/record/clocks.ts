/** The clocks by which tasks are timed. */
export interface Clocks {
  /** Milliseconds since 1970 by the clock of the machine. Used for shown times and for deadlines. */
  readonly now: () => number;
  /** Milliseconds of a clock that cannot be set (`steadyTime`). Used for leases and pauses. */
  readonly steady: () => number;
}

/** Returns the time of the machine's clock as yang:date-and-time. */
export function nowText(clocks: Pick<Clocks, 'now'>): string {
  return new Date(clocks.now()).toISOString();
}
