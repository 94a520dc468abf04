/** Where in the order of all events the events of one subscriber stand. */
export interface Sequence {
  /** Finds the number of an event in its text, as the only group. */
  readonly pattern: string;
  /** Events come from writers that do not wait for one another: numbers 0 to `size - 1` from the first, and so on. */
  readonly writers: number;
  /** Numbers of one writer, which begins again behind the last. */
  readonly size: number;
}

/** Checks that one subscriber gets all events of each writer in order. */
export class SequenceCheck {
  readonly #pattern: RegExp;
  readonly #size: number;
  readonly #next: number[];

  constructor({ pattern, writers, size }: Sequence) {
    this.#pattern = new RegExp(pattern);
    this.#size = size;
    this.#next = new Array(writers).fill(0);
  }

  /** @throws Error when this is not the event that is due */
  take(text: string): void {
    const found = this.#pattern.exec(text)?.[1];
    if (found === undefined) throw new Error(`not an event: ${text}`);
    const writer = Math.floor(Number(found) / this.#size);
    const number = Number(found) % this.#size;
    const due = this.#next[writer];
    if (number !== due) throw new Error(`event ${number} of writer ${writer} where ${due} is due: ${text}`);
    this.#next[writer] = (number + 1) % this.#size;
  }
}
