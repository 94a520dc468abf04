/** What is known of the lists that providers give: how much an entry weighs, and how many pages are being read. */

/** Pages of one list that are read for one user at a time: what they weigh is known when they are there. */
const AT_A_TIME = 4;
/** Lists of users that are remembered. */
const KNOWN = 10_000;

/** One list, as one user reads it. */
export class ListGauge {
  /** Bytes of an entry; undefined before the first was read. */
  entry: number | undefined;
  #reading = 0;
  readonly #waiting: (() => void)[] = [];

  /** Notes what the entries of a page weighed. Large ones are not soon forgotten: a page of them must not come as a surprise. */
  note(weight: number, entries: number): void {
    if (entries === 0) return;
    const mean = weight / entries;
    this.entry = Math.max(mean, (this.entry ?? mean) * 0.9);
  }

  /** Reads a page when few others are being read. */
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
