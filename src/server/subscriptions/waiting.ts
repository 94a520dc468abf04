/** The next item of a source that is waited for together with other things; asked for once, however often that is. */
export class Waiting<Item> {
  #isAsked = false;
  #arrived: IteratorResult<Item> | undefined;
  #failure: unknown;
  #told: () => void = () => undefined;

  constructor(private source: AsyncIterator<Item>) {}

  /** Calls `told` when there is a next item, or the source has failed. */
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

  /** The item that was waited for, once. @throws what the source threw */
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
