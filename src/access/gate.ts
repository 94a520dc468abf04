/** Limits how many works run at a time; the others wait in bounded lines, which take turns. */
import { AccessError } from './errors.js';

/** A place in a gate. */
export interface Place {
  /** The works of a line run in their order. Lines take turns, so that a long one does not hold up the others. */
  readonly line: string;
  /** Maximum milliseconds that the work waits. */
  readonly patience: number;
}

export class Gate {
  readonly #width: number;
  readonly #maxWaiting: number;
  /** The works that wait, by line; the next turn is of the first line. */
  readonly #lines = new Map<string, Set<() => void>>();
  #waiting = 0;
  #inside = 0;

  constructor(width: number, maxWaiting: number) {
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs `work` when there is room. @throws AccessError overloaded when too many wait, or for too long */
  async pass<T>(place: Place, work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#width) this.#inside += 1;
    else await this.#turn(place);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#inside -= 1;
      else next(); // its place is handed over
    }
  }

  async #turn({ line, patience }: Place): Promise<void> {
    if (this.#waiting >= this.#maxWaiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const waiting = this.#lines.get(line) ?? new Set();
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#remove(line, waiting, enter);
        reject(tooMany());
      }, patience);
      timer.unref();
      this.#lines.set(line, waiting.add(enter));
      this.#waiting += 1;
    });
  }

  /** Takes the first work of the line whose turn it is; the line goes behind the others. */
  #next(): (() => void) | undefined {
    for (const [line, waiting] of this.#lines) {
      for (const enter of waiting) {
        this.#lines.delete(line);
        this.#lines.set(line, waiting);
        this.#remove(line, waiting, enter);
        return enter;
      }
    }
    return undefined;
  }

  #remove(line: string, waiting: Set<() => void>, enter: () => void): void {
    waiting.delete(enter);
    this.#waiting -= 1;
    if (waiting.size === 0) this.#lines.delete(line);
  }
}

function tooMany(): AccessError {
  return new AccessError('overloaded', 'too many logins wait to be checked; try again later');
}
