/** Counters: the total and the number per name. Names with a count of 0 are not kept. */
export class Counts {
  readonly #of = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(name: string): number {
    return this.#of.get(name) ?? 0;
  }

  add(name: string): void {
    this.#total += 1;
    this.#of.set(name, this.of(name) + 1);
  }

  remove(name: string): void {
    this.#total -= 1;
    const left = this.of(name) - 1;
    if (left > 0) this.#of.set(name, left);
    else this.#of.delete(name);
  }
}
