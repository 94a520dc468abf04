/** Values that are kept in memory, by their keys: the last that were used, as long as they weigh no more than a bound together. */
export class Kept<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  /** @param most weight of all values, in the unit of `set` */
  constructor(private readonly most: number) {}

  get(key: string): V | undefined {
    const found = this.#entries.get(key);
    if (!found) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found.value;
  }

  /** Keeps a value, and forgets those that were not used for longest. One that weighs more than all may is not kept. */
  set(key: string, value: V, weight: number): void {
    this.#forget(key);
    if (weight > this.most) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.most) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
