/** The clocks by which tasks are timed. */
export interface Clocks {
  /** Milliseconds since 1970 by the clock of the machine: what is shown, and deadlines. */
  readonly now: () => number;
  /** Milliseconds that no setting of that clock changes (`steadyTime`): leases and pauses. */
  readonly steady: () => number;
}

/** Returns the time of the machine's clock as yang:date-and-time. */
export function nowText(clocks: Pick<Clocks, 'now'>): string {
  return new Date(clocks.now()).toISOString();
}
