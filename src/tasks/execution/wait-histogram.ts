/** TimeSlice that are told apart: who was passed by more often counts as passed by so often. */
const MOST = 256;
/** Waits after which the older ones count half. */
const HALVED_AT = 4_096;

/**
 * How long tasks of an agent waited, counted in turns: tasks of that agent that were given out meanwhile. Time in which the
 * agent asks for nothing makes no task wait longer than the others. The median is that of thousands of waits, so that a few
 * tasks that were let go first do not change at once what counts as long.
 */
export class WaitHistogram {
  /** The numbers at which the latest tasks were given out, oldest first. */
  readonly #given: number[] = [];
  /** How many tasks waited so many turns. */
  readonly #counts = new Uint16Array(MOST + 1);
  #total = 0;

  /** How many tasks were given out after that place was taken. */
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

  /** Tasks with these places are given out together. @param number greater than at the last call */
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

  /** 0 without any. */
  median(): number {
    let seen = 0;
    for (const [turns, count] of this.#counts.entries()) {
      seen += count;
      if (2 * seen > this.#total) return turns;
    }
    return 0;
  }

  /** Whether the task with that place has waited longer than so many turns, as far as turns are told apart. */
  isLonger(place: number, turns: number): boolean {
    return this.since(place) > Math.min(turns, MOST - 1);
  }
}
