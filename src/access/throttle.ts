/**
 * A wrong password costs time, more with every further one of the same user from the same source; attempts of the same
 * pair are made one after another, so that guessing in parallel gains nothing. Where a
 * source has failed some times, with whichever names, its attempts with names that were never good from there are one after another, too.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface ThrottleOptions {
  /** Milliseconds that the first wrong password costs; doubled for each further one. */
  readonly first: number;
  readonly longest: number;
}

export const DEFAULT_THROTTLE: ThrottleOptions = { first: 250, longest: 2_000 };

/** Failures, and attempts under way, of a source with names that were never good from there, which cost no more than their own. */
const FREE = 10;
/** Attempts of one source that may wait. */
const MAX_WAITING_OF_SOURCE = 256;
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
  /** Pairs that were good, the oldest first. */
  readonly #good = new Set<string>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /**
   * Makes the attempt when it is its turn; a failure (undefined) is answered after its pause.
   *
   * @param who the user that is claimed, as one text
   */
  async attempt<T>(who: string, source: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const key = `${who}\0${source}`;
    const shared = this.#pair(`\0${source}`);
    const result = this.#good.has(key)
      ? await this.#inTurn(key, MAX_WAITING, 0, check)
      : shared.failures + shared.waiting >= FREE
        ? await this.#inTurn(`\0${source}`, MAX_WAITING_OF_SOURCE, FREE, check)
        : await this.#counted(shared, () => this.#inTurn(key, MAX_WAITING, 0, check));
    if (result !== undefined) this.#remember(key);
    return result;
  }

  /** What fails counts for its source as well. */
  async #counted<T>(shared: Pair, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
    shared.waiting += 1;
    try {
      const result = await attempt();
      shared.last = Date.now();
      if (result === undefined) shared.failures += 1;
      return result;
    } finally {
      shared.waiting -= 1;
    }
  }

  #remember(key: string): void {
    this.#good.delete(key);
    this.#good.add(key);
    for (const oldest of this.#good) {
      if (this.#good.size <= MAX_PAIRS) break;
      this.#good.delete(oldest);
    }
  }

  /** @param free failures that cost no more than one */
  async #inTurn<T>(
    key: string,
    mostWaiting: number,
    free: number,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const pair = this.#pair(key);
    if (pair.waiting >= mostWaiting) return undefined;
    pair.waiting += 1;
    const before = pair.turn;
    let done: () => void = () => {};
    pair.turn = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      const result = await check();
      pair.last = performance.now();
      if (result === undefined) {
        await pause(
          Math.min(this.#options.longest, this.#options.first * 2 ** Math.max(0, pair.failures - free)),
          undefined,
          {
            ref: false,
          },
        );
        pair.failures += 1;
      } else if (free === 0) {
        // One good name of a source says nothing for its others.
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
    const fresh = known !== undefined && (known.waiting > 0 || performance.now() - known.last < MEMORY);
    const pair = fresh ? known : { failures: 0, last: performance.now(), waiting: 0, turn: Promise.resolve() };
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
