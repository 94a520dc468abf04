/** Turns that are told apart: who was passed by more often counts as passed by so often. */
const MOST = 256;
/** Waits after which the older ones count half. */
const HALVED_AT = 4_096;

/**
 * How long tasks of an agent waited, counted in turns: tasks of that agent that were given out meanwhile. Time in which the
 * agent asks for nothing makes nobody wait longer than the others. The median is that of thousands of waits, so that a few
 * tasks that were let go first do not change at once what counts as long.
 */
export class Turns {
  /** When the latest tasks were given out, in milliseconds since 1970, oldest first. */
  readonly #times: number[] = [];
  /** How many tasks waited so many turns. */
  readonly #counts = new Uint16Array(MOST + 1);
  #total = 0;

  /** How many tasks were given out since then. @param queued milliseconds since 1970 */
  since(queued: number): number {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) > queued) high = middle;
      else low = middle + 1;
    }
    return this.#times.length - low;
  }

  /** Tasks that were queued then are given out together. */
  give(queued: readonly number[], now: number): void {
    for (const each of queued) this.#count(this.since(each));
    // A clock that was set back must not make the times unordered.
    const time = Math.max(now, this.#times.at(-1) ?? 0);
    for (const _ of queued) this.#times.push(time);
    if (this.#times.length > MOST) this.#times.splice(0, this.#times.length - MOST);
  }

  #count(turns: number): void {
    this.#counts[turns] = (this.#counts[turns] ?? 0) + 1;
    this.#total++;
    if (this.#total < HALVED_AT) return;
    this.#total = 0;
    for (const [index, count] of this.#counts.entries()) {
      this.#counts[index] = count >> 1;
      this.#total += count >> 1;
    }
  }

  /** 0 without any. */
  median(): number {
    let seen = 0;
    for (const [turns, count] of this.#counts.entries()) {
      seen += count;
      if (2 * seen > this.#total) return turns;
    }
    return 0;
  }

  /** Whether who waits since then has waited longer than so many turns, as far as turns are told apart. */
  isLonger(queued: number, turns: number): boolean {
    return this.since(queued) > Math.min(turns, MOST - 1);
  }
}
