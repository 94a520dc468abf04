/** Limits how many works run at a time; the others wait in a bounded queue. */
import { AccessError } from './errors.js';

export class Gate {
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(width: number, maxWaiting: number) {
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs `work` when there is room. @throws AccessError overloaded when the queue is full */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#width) {
      this.#inside += 1;
    } else {
      if (this.#waiting.length >= this.#maxWaiting) {
        throw new AccessError('overloaded', 'too many logins wait to be checked; try again later');
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside -= 1;
      else next(); // its place is handed over
    }
  }
}
