/** Verified tokens for a short time, so that one that comes again is not verified again. */

/** Milliseconds. */
const TIME_TO_LIVE = 60_000;
const MAX_ENTRIES = 1_000;

interface Entry<V> {
  readonly value: V;
  /** By `performance.now`. */
  readonly until: number;
}

export class Remembered<V extends { readonly principal: { readonly expires?: number } }> {
  readonly #entries = new Map<string, Entry<V>>();

  /** Returns what is remembered, until the token ends. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.until <= performance.now()) return undefined;
    const { expires = Number.POSITIVE_INFINITY } = entry.value.principal;
    return expires <= Date.now() ? undefined : entry.value;
  }

  /** Remembers a token; the one remembered for longest is forgotten when there are too many. */
  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: performance.now() + TIME_TO_LIVE });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) return;
      this.#entries.delete(oldest);
    }
  }
}
