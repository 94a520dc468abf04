/** Maximum number of turns that are distinguished; a longer wait counts as this one. */
const MOST = 256;
/** Number of waits after which the older ones count half. */
const HALVED_AT = 4_096;

/**
 * Waits of tasks of one line, counted in turns: the number of tasks of the line that began in the meantime. Time in which the
 * agent takes no task does not count. The median is that of thousands of waits, so that a few tasks that were moved to the
 * front do not change it at once.
 */
export class WaitHistogram {
  /** The numbers at which the latest tasks were given out, oldest first. */
  readonly #given: number[] = [];
  /** Number of tasks by their wait in turns. */
  readonly #counts = new Uint16Array(MOST + 1);
  #total = 0;

  /** Returns how many tasks began after this place was taken. */
  since(place: number): number {
    let low = 0;
    let high = this.#given.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#given[middle] ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    return this.#given.length - low;
  }

  /** Adds the waits of tasks that begin together. @param number the current place number, greater than at the last call */
  give(places: readonly number[], number: number): void {
    for (const each of places) this.#count(this.since(each));
    for (const _ of places) this.#given.push(number);
    if (this.#given.length > MOST) this.#given.splice(0, this.#given.length - MOST);
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

  /** Returns the median wait; 0 without waits. */
  median(): number {
    let seen = 0;
    for (const [turns, count] of this.#counts.entries()) {
      seen += count;
      if (2 * seen > this.#total) return turns;
    }
    return 0;
  }

  /** True when the task with this place has waited longer than `turns`. Values above `MOST` - 1 count as `MOST` - 1. */
  isLonger(place: number, turns: number): boolean {
    return this.since(place) > Math.min(turns, MOST - 1);
  }
}
