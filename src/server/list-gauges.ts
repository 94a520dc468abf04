/** Measurements of provider lists: the size of an entry, and the number of pages that are being read. */

/** Maximum number of pages of one list that are read for one user at the same time: their size is known only afterwards. */
const AT_A_TIME = 4;
/** Maximum number of remembered pairs of list and user. */
const KNOWN = 10_000;

/** Measurements of one list for one user. */
export class ListGauge {
  /** Estimated bytes of an entry; undefined before the first page. */
  entry: number | undefined;
  #reading = 0;
  readonly #waiting: (() => void)[] = [];

  /** Updates the estimate after a page. It falls slowly, so that a page of large entries is not underestimated. */
  note(weight: number, entries: number): void {
    if (entries === 0) return;
    const mean = weight / entries;
    this.entry = Math.max(mean, (this.entry ?? mean) * 0.9);
  }

  /** Reads a page; waits while `AT_A_TIME` others are being read. */
  async reading<T>(read: () => Promise<T>): Promise<T> {
    if (this.#reading >= AT_A_TIME) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#reading += 1;
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#reading -= 1;
    }
  }
}

export class ListGauges {
  readonly #gauges = new Map<string, ListGauge>();

  of(user: string, list: string): ListGauge {
    const name = `${list} ${user}`;
    let gauge = this.#gauges.get(name);
    if (gauge === undefined) {
      if (this.#gauges.size >= KNOWN) this.#gauges.clear();
      gauge = new ListGauge();
      this.#gauges.set(name, gauge);
    }
    return gauge;
  }
}
