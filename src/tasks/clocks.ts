/** The clocks by which tasks are timed. */
export interface Clocks {
  /** Milliseconds since 1970 by the clock of the machine: what is shown, and deadlines. */
  readonly now: () => number;
  /** Milliseconds that no setting of that clock changes (`steadyTime`): leases and pauses. */
  readonly steady: () => number;
}
