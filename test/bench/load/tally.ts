/** Counts what subscribers get, and tells when they have all of it. */
import { answer, clock } from './steering.js';

export interface AllReceived {
  readonly deliveries: number;
  /** When the last one came, milliseconds since 1970. */
  readonly at: number;
}

export class Tally {
  #received = 0;

  constructor(private readonly expected: number) {}

  add(): void {
    this.#received += 1;
    if (this.#received === this.expected) answer({ deliveries: this.#received, at: clock() } satisfies AllReceived);
    if (this.#received > this.expected) throw new Error(`more than ${this.expected} events`);
  }
}
