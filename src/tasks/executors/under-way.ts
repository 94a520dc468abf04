import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Milliseconds that work has for its own clearing up, once it was told to stop. */
const STOP_TIME = 5_000;

/** Work that goes on in the background: its failures are logged, and its end can be waited for. */
export class UnderWay {
  readonly #works = new Set<Promise<void>>();

  /** @param failure logged when the work fails */
  track(work: Promise<void>, log: Logger, failure: string): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => this.#works.delete(tracked));
    this.#works.add(tracked);
  }

  /** Waits for the end of all work; work that does not listen to its signal is left behind after a while. */
  async ended(): Promise<void> {
    await Promise.race([Promise.allSettled([...this.#works]), setTimeout(STOP_TIME, undefined, { ref: false })]);
  }
}
