/** Waits for the next item of a source together with other events. Repeated calls share one request to the source. */
export class Waiting<Item> {
  #isAsked = false;
  #arrived: IteratorResult<Item> | undefined;
  #failure: unknown;
  #told: () => void = () => undefined;

  constructor(private source: AsyncIterator<Item>) {}

  /** Requests the next item; calls `told` when it has arrived, or when the source has failed. */
  ask(told: () => void): void {
    this.#told = told;
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.source.next().then(
      (result) => {
        this.#arrived = result;
        this.#told();
      },
      (error: unknown) => {
        this.#failure = error;
        this.#told();
      },
    );
  }

  /** Returns the awaited item, once. @throws the error of the source */
  arrived(): IteratorResult<Item> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    const item = this.#arrived;
    if (item) {
      this.#arrived = undefined;
      this.#isAsked = false;
    }
    return item;
  }

  restart(source: AsyncIterator<Item>): void {
    this.source = source;
    this.#isAsked = false;
  }
}
