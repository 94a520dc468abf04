/**
 * A wrong password costs time, more with every further one of the same user from the same source; attempts of the same
 * pair are made one after another, so that guessing in parallel gains nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface ThrottleOptions {
  /** Milliseconds that the first wrong password costs; doubled for each further one. */
  readonly first: number;
  readonly longest: number;
}

export const DEFAULT_THROTTLE: ThrottleOptions = { first: 250, longest: 2_000 };

/** Attempts of one pair that may wait; more are refused unchecked. */
const MAX_WAITING = 8;
/** Pairs remembered; the one that was quiet for longest is forgotten first. */
const MAX_PAIRS = 10_000;
/** Milliseconds after which failures are forgotten. */
const MEMORY = 15 * 60_000;

interface Pair {
  failures: number;
  last: number;
  waiting: number;
  turn: Promise<void>;
}

export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #pairs = new Map<string, Pair>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Makes the attempt when it is its turn; a failure (undefined) is answered after its pause. */
  async attempt<T>(key: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const pair = this.#pair(key);
    if (pair.waiting >= MAX_WAITING) return undefined;
    pair.waiting += 1;
    const before = pair.turn;
    let done: () => void = () => {};
    pair.turn = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      const result = await check();
      pair.last = Date.now();
      if (result === undefined) {
        await pause(Math.min(this.#options.longest, this.#options.first * 2 ** pair.failures), undefined, {
          ref: false,
        });
        pair.failures += 1;
      } else {
        pair.failures = 0;
      }
      return result;
    } finally {
      pair.waiting -= 1;
      done();
    }
  }

  #pair(key: string): Pair {
    const known = this.#pairs.get(key);
    const fresh = known !== undefined && (known.waiting > 0 || Date.now() - known.last < MEMORY);
    const pair = fresh ? known : { failures: 0, last: Date.now(), waiting: 0, turn: Promise.resolve() };
    this.#pairs.delete(key);
    this.#pairs.set(key, pair);
    if (this.#pairs.size > MAX_PAIRS) {
      for (const [quiet, { waiting }] of this.#pairs) {
        if (waiting > 0) continue;
        this.#pairs.delete(quiet);
        break;
      }
    }
    return pair;
  }
}
