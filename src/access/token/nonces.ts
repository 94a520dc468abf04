/**
 * Nonces of DPoP proofs (RFC 9449 §8, §9). A nonce is demanded while the node cannot know which proofs were used before: after a
 * start, after the clock was set back, and after the memory of used proofs was dropped. Each time the secret of the nonces changes, so
 * that no proof from before has a good one.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.js';
import { LIFE, MAX_STEP } from './proof-times.js';

/** Milliseconds of one window. A nonce is good in its window and in the next one. */
const WINDOW = 300_000;
const SECRET_OCTETS = 32;
const NONCE_OCTETS = 16;

export class Nonces {
  readonly #clock: Clock;
  #secret: Buffer = randomBytes(SECRET_OCTETS);
  /** By the monotonic clock. */
  #demandedUntil: number;
  /** By the wall clock: before it, proofs that were used before a step back may look good again. */
  #demandedUntilWall = Number.NEGATIVE_INFINITY;
  /** The largest difference between the two clocks since the last step. */
  #difference = Number.NEGATIVE_INFINITY;
  /** The latest time that the wall clock has shown. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#demandedUntil = clock.monotonic() + LIFE;
    this.#look();
  }

  /** True while a proof needs a nonce. */
  demanded(): boolean {
    const { monotonic, wall } = this.#look();
    return monotonic < this.#demandedUntil || wall < this.#demandedUntilWall;
  }

  /** Demands a nonce of each proof from now on: the used proofs are not known any more. */
  demand(): void {
    this.#secret = randomBytes(SECRET_OCTETS);
    this.#demandedUntil = this.#clock.monotonic() + LIFE;
  }

  /** Returns the nonce of the present window. */
  current(): string {
    return this.#of(this.#window()).toString('base64url');
  }

  /** True for a nonce of the present window or the one before it. */
  accepts(nonce: string): boolean {
    const given = Buffer.from(nonce, 'base64url');
    if (given.length !== NONCE_OCTETS) return false;
    const window = this.#window();
    return [window, window - 1].some((each) => timingSafeEqual(this.#of(each), given));
  }

  #window(): number {
    return Math.floor(this.#clock.monotonic() / WINDOW);
  }

  #of(window: number): Buffer {
    return createHmac('sha256', this.#secret).update(String(window)).digest().subarray(0, NONCE_OCTETS);
  }

  /** Reads the clocks, and finds out when the wall clock was set back. */
  #look(): { readonly monotonic: number; readonly wall: number } {
    const [monotonic, wall] = [this.#clock.monotonic(), this.#clock.wall()];
    const difference = wall - monotonic;
    if (difference < this.#difference - MAX_STEP) {
      this.demand();
      this.#demandedUntilWall = this.#latest + LIFE;
      this.#difference = difference;
    }
    this.#difference = Math.max(this.#difference, difference);
    this.#latest = Math.max(this.#latest, wall);
    return { monotonic, wall };
  }
}
