/** How others fare while this process works. */

export interface Shares {
  /** The longest time in which nobody else had a turn, as a share of the whole; 0 where it was short in itself. */
  readonly longest: number;
  /** Milliseconds. */
  readonly whole: number;
}

/** Milliseconds that nobody minds: some slices, or one in which the machine does something else. */
const SHORT = 25;

/** Does the work and watches the turns of the event loop until it is done. */
export async function sharesOf(work: () => Promise<unknown>): Promise<Shares> {
  const begun = performance.now();
  let last = begun;
  let longest = 0;
  let isOver = false;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  look();
  isOver = true;
  const whole = performance.now() - begun;
  return { longest: longest > SHORT ? longest / whole : 0, whole };
}

/** The least of several times, no more than needed to get below `enough`: the machine may be busy with other things, and collects garbage. */
export async function fairest(enough: number, work: () => Promise<unknown>): Promise<number> {
  let least = 1;
  for (let i = 0; i < TRIES && least >= enough; i += 1) least = Math.min(least, (await sharesOf(work)).longest);
  return least;
}

const TRIES = 8;
