/** How long an attempt works: the time in which it waits for others does not count. */
export class WorkTime {
  #left: number;
  #begun = 0;
  #waits = 0;
  #timer: NodeJS.Timeout | undefined;
  #over: (() => void) | undefined;

  /** @param limit milliseconds */
  constructor(limit: number) {
    this.#left = limit;
  }

  /** Does the work; where it takes too long, gives up waiting for it. @param late the error to be raised then */
  async limit<T>(work: () => Promise<T>, late: () => Error): Promise<T> {
    const over = new Promise<never>((_, reject) => {
      this.#over = () => reject(late());
    });
    this.#run();
    try {
      return await Promise.race([work(), over]);
    } finally {
      this.#over = undefined;
      this.#rest();
    }
  }

  /** The time that this takes does not count. Several may wait at once. */
  async waiting<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#waits++ === 0) this.#rest();
    try {
      return await wait();
    } finally {
      if (--this.#waits === 0 && this.#over) this.#run();
    }
  }

  #run(): void {
    this.#begun = performance.now();
    this.#timer = setTimeout(() => this.#over?.(), Math.max(0, this.#left));
  }

  #rest(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#begun;
  }
}
