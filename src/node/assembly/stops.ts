/** The parts of a node that were started, so that they can be stopped in reverse order. */
export class Stops {
  readonly #stops: (() => Promise<void> | void)[] = [];

  push(stop: () => Promise<void> | void): void {
    this.#stops.push(stop);
  }

  /** Stops all; a part that fails to stop does not keep the others up. May be called twice. */
  async all(): Promise<void> {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
