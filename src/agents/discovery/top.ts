/**
 * Keeps the best of many items: a heap of bounded size with the worst kept item as root, so that most items cost one comparison.
 */
export class Top<Item> {
  readonly #heap: Item[] = [];

  /** @param before negative when the first argument is better than the second */
  constructor(
    private readonly limit: number,
    private readonly before: (a: Item, b: Item) => number,
  ) {}

  get full(): boolean {
    return this.#heap.length >= this.limit;
  }

  /** The worst item that is kept. */
  get worst(): Item | undefined {
    return this.#heap[0];
  }

  offer(item: Item): void {
    const heap = this.#heap;
    if (heap.length < this.limit) {
      heap.push(item);
      this.#rise(heap.length - 1);
      return;
    }
    const worst = heap[0];
    if (worst === undefined || this.before(item, worst) >= 0) return;
    heap[0] = item;
    this.#sink();
  }

  /** Returns the kept items, best first. */
  sorted(): Item[] {
    return [...this.#heap].sort(this.before);
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >>> 1;
      if (!this.#swapIfWorse(at, parent)) return;
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const child = this.#worse(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfWorse(child, at)) return;
      at = child;
    }
  }

  #worse(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    return one !== undefined && other !== undefined && this.before(one, other) > 0;
  }

  /** Moves the item at `below` up when it is worse than the one at `above`. */
  #swapIfWorse(below: number, above: number): boolean {
    const [a, b] = [this.#heap[below], this.#heap[above]];
    if (a === undefined || b === undefined || this.before(a, b) <= 0) return false;
    this.#heap[below] = b;
    this.#heap[above] = a;
    return true;
  }
}
