import type { Clock } from '../../../src/access/token/clock.js';

/** Clocks that stand still unless they are moved; in seconds. */
export class HandClock implements Clock {
  #wall = 1_800_000_000_000;
  #monotonic = 0;
  readonly wall = () => this.#wall;
  readonly monotonic = () => this.#monotonic;

  /** Lets time pass. */
  pass(seconds: number): void {
    this.#monotonic += seconds * 1_000;
    this.#wall += seconds * 1_000;
  }

  /** Sets the clock that shows the time. */
  set(seconds: number): void {
    this.#wall += seconds * 1_000;
  }
}
