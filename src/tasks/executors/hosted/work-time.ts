/** Limits the working time of an attempt. Time in which it waits for others does not count. */
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

  /** Runs the work, and stops waiting for it when it takes too long. @param late makes the error to be thrown then */
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

  /** Waits without counting the time. Several waits may overlap. */
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
