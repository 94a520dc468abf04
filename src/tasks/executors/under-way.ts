import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Milliseconds that work has to clean up after its signal was aborted. */
const STOP_TIME = 5_000;

/** Background work: failures are logged, and its end can be awaited. */
export class UnderWay {
  readonly #works = new Set<Promise<void>>();

  /** Adds work. @param failure the message that is logged when the work fails */
  track(work: Promise<void>, log: Logger, failure: string): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => this.#works.delete(tracked));
    this.#works.add(tracked);
  }

  /** Waits for the end of all work, at most `STOP_TIME`. */
  async ended(): Promise<void> {
    await Promise.race([Promise.allSettled([...this.#works]), setTimeout(STOP_TIME, undefined, { ref: false })]);
  }
}
