/** How fast agents may send: a bucket for each, which holds what may be sent in one second. */

/** Maximum number of buckets; one that was not used for longest is full again, and goes first. */
const MAX_BUCKETS = 100_000;

interface Bucket {
  /** Below 0 after an amount that is larger than the bucket. */
  left: number;
  /** Milliseconds. */
  at: number;
}

/** An amount out of a bucket. */
export interface Draw {
  readonly key: string;
  /** The amount that flows into the bucket in a second, and that it holds. */
  readonly perSecond: number;
  readonly amount: number;
}

/** A draw that has to wait. */
export interface Late<D extends Draw = Draw> {
  readonly draw: D;
  /** Milliseconds until it may be taken. */
  readonly wait: number;
}

export class Rates {
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds that never go back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Takes all amounts, or none of them. An amount that is larger than its bucket is taken when that is full, and is paid off after it.
   *
   * @returns the draw that has to wait for longest; undefined when all were taken
   */
  take<D extends Draw>(...draws: readonly D[]): Late<D> | undefined {
    let late: Late<D> | undefined;
    for (const draw of draws) {
      const { perSecond, amount } = draw;
      const missing = Math.min(amount, perSecond) - this.#bucket(draw).left;
      const wait = Math.ceil((missing / perSecond) * 1000);
      if (missing > 0 && wait > (late?.wait ?? 0)) late = { draw, wait };
    }
    if (late) return late;
    for (const draw of draws) this.#bucket(draw).left -= draw.amount;
    return undefined;
  }

  /** Returns the bucket, filled up to now. */
  #bucket({ key, perSecond }: Draw): Bucket {
    const now = this.now();
    const bucket = this.#buckets.get(key) ?? { left: perSecond, at: now };
    bucket.left = Math.min(perSecond, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const oldest = this.#buckets.keys().next();
    if (this.#buckets.size > MAX_BUCKETS && oldest.done !== true) this.#buckets.delete(oldest.value);
    return bucket;
  }
}
