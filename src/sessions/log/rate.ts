/** How fast agents may send: a bucket for each, which holds what may be sent in one second. */

/** Maximum number of buckets; one that was not used for longest is full again, and goes first. */
const MAX_BUCKETS = 100_000;

interface Bucket {
  left: number;
  /** Milliseconds. */
  at: number;
}

export class Rates {
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds that never go back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Takes one message out of the bucket of `key`.
   *
   * @param perSecond number of messages that flow into it in a second, and that it holds
   * @returns milliseconds until one may be sent; 0 when one was taken
   */
  take(key: string, perSecond: number): number {
    const now = this.now();
    const bucket = this.#buckets.get(key) ?? { left: perSecond, at: now };
    bucket.left = Math.min(perSecond, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const oldest = this.#buckets.keys().next();
    if (this.#buckets.size > MAX_BUCKETS && oldest.done !== true) this.#buckets.delete(oldest.value);
    if (bucket.left < 1) return Math.ceil(((1 - bucket.left) / perSecond) * 1000);
    bucket.left -= 1;
    return 0;
  }
}
