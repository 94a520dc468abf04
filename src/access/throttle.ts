/**
 * Delays the answer to a wrong password, longer with each further one of the same user from the same source. Attempts of the
 * same pair run one after another, so that guessing in parallel gains nothing. After several failures of a source, with any
 * names, its attempts with names that never succeeded from there also run one after another. An attempt that would wait too
 * long behind the failures of others, or for room to be checked, is refused unchecked; the client may repeat it.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AccessError } from './errors.js';
import type { Place } from './gate.js';
import { networkOf } from './source.js';

export interface ThrottleOptions {
  /** Milliseconds that the first wrong password costs; doubled for each further one. */
  readonly first: number;
  readonly longest: number;
  /** Maximum milliseconds that an attempt waits, after failed attempts and for room to be checked. */
  readonly patience: number;
}

export const DEFAULT_THROTTLE: ThrottleOptions = { first: 250, longest: 2_000, patience: 10_000 };

/** Checks an attempt, at a place that has the rest of the patience; undefined for a failure. */
export type Check<T> = (place: Place) => Promise<T | undefined>;

/** Limits of one kind of line: a user at a source, or all names of a source that never succeeded. */
interface Kind {
  /** Number of failures without longer delays and without waiting for others. */
  readonly free: number;
  /** Maximum number of waiting attempts. */
  readonly maxWaiting: number;
}

const OF_PAIR: Kind = { free: 0, maxWaiting: 8 };
const OF_SOURCE: Kind = { free: 10, maxWaiting: 256 };

/** Maximum number of lines; the one that was idle for longest is deleted first. */
const MAX_LINES = 10_000;
/** Milliseconds after which failures are forgotten. */
const MEMORY = 15 * 60_000;

interface Line {
  failures: number;
  last: number;
  waiting: number;
  turn: Promise<void>;
}

export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #lines = new Map<string, Line>();
  /** Pairs that have logged in successfully, the oldest first. */
  readonly #good = new Set<string>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /**
   * Runs the attempt when it is its turn. A failure (undefined) is answered after a delay.
   *
   * @param who the claimed user
   * @param source the address of the peer
   * @throws AccessError overloaded when too many wait, or for too long
   */
  async attempt<T>(who: string, source: string, check: Check<T>): Promise<T | undefined> {
    const network = networkOf(source);
    const pair = keyOf(who, network);
    const all = this.#line(network);
    const { patience } = this.#options;
    const begun = performance.now();
    const inPlace = () => check({ line: network, patience: Math.max(0, patience - (performance.now() - begun)) });
    const result = this.#good.has(pair)
      ? await this.#inTurn(this.#line(pair), OF_PAIR, inPlace)
      : all.failures + all.waiting >= OF_SOURCE.free
        ? await this.#inTurn(all, OF_SOURCE, inPlace)
        : await this.#counted(all, () => this.#inTurn(this.#line(pair), OF_PAIR, inPlace));
    if (result !== undefined) this.#remember(pair);
    return result;
  }

  /** Runs the attempt; a failure counts for its source as well. */
  async #counted<T>(all: Line, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
    all.waiting += 1;
    try {
      const result = await attempt();
      all.last = performance.now();
      if (result === undefined) all.failures += 1;
      return result;
    } finally {
      all.waiting -= 1;
    }
  }

  #remember(pair: string): void {
    this.#good.delete(pair);
    this.#good.add(pair);
    for (const oldest of this.#good) {
      if (this.#good.size <= MAX_LINES) break;
      this.#good.delete(oldest);
    }
  }

  async #inTurn<T>(line: Line, kind: Kind, check: () => Promise<T | undefined>): Promise<T | undefined> {
    if (line.waiting >= kind.maxWaiting) throw tooMany();
    line.waiting += 1;
    const begun = performance.now();
    const before = line.turn;
    let done: () => void = () => {};
    line.turn = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      const waited = performance.now() - begun;
      if (line.failures > kind.free && waited > this.#options.patience) throw tooMany();
      const result = await check();
      line.last = performance.now();
      if (result === undefined) {
        await pause(this.#pauseAfter(line.failures - kind.free), undefined, { ref: false });
        line.failures += 1;
      } else if (kind === OF_PAIR) {
        // A success with one name clears the failures of its pair only, not those of the source.
        line.failures = 0;
      }
      return result;
    } finally {
      line.waiting -= 1;
      done();
    }
  }

  /** Returns the delay in milliseconds after this number of failures. */
  #pauseAfter(failures: number): number {
    return Math.min(this.#options.longest, this.#options.first * 2 ** Math.max(0, failures));
  }

  #line(key: string): Line {
    const known = this.#lines.get(key);
    const fresh = known !== undefined && (known.waiting > 0 || performance.now() - known.last < MEMORY);
    const line = fresh ? known : { failures: 0, last: performance.now(), waiting: 0, turn: Promise.resolve() };
    this.#lines.delete(key);
    this.#lines.set(key, line);
    if (this.#lines.size > MAX_LINES) {
      for (const [quiet, { waiting }] of this.#lines) {
        if (waiting > 0) continue;
        this.#lines.delete(quiet);
        break;
      }
    }
    return line;
  }
}

/** Returns a key of fixed length, for a name of any length. */
function keyOf(who: string, network: string): string {
  return createHash('sha256').update(`${who}\0${network}`).digest('base64');
}

function tooMany(): AccessError {
  return new AccessError(
    'overloaded',
    'too many logins from this address have failed or wait to be checked; try again later',
  );
}
