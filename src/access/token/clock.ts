/** The two clocks of a machine, in milliseconds. */
export interface Clock {
  /** Time since 1970, which may be set. */
  readonly wall: () => number;
  /** Time since the start, which only goes on. */
  readonly monotonic: () => number;
}

export const MACHINE_CLOCK: Clock = { wall: () => Date.now(), monotonic: () => performance.now() };
