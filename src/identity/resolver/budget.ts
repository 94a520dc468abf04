import { AskedTooOften } from './fetch.js';

/** Requests to one host in a span: many identifiers of a host must not make the node its burden. */
const MOST = 60;
/** Milliseconds. */
const SPAN = 60_000;
/** Requests to one host that may wait for its answer at once. */
const MOST_AT_ONCE = 32;

/** Counts the requests to each host. Only hosts that configuration names are counted, so their number is bounded. */
export class Budget {
  #began = 0;
  #counts = new Map<string, number>();
  readonly #waiting = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /**
   * Sends a request within the budget of a host.
   *
   * @throws AskedTooOften at once, not by the promise, when the host was asked too often, or too many requests wait
   */
  spend<T>(host: string, send: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(host) ?? 0;
    if (waiting >= MOST_AT_ONCE) throw new AskedTooOften(`the host ${host} does not keep up; try again later`);
    this.#take(host);
    this.#waiting.set(host, waiting + 1);
    return send().finally(() => {
      const left = (this.#waiting.get(host) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(host);
      else this.#waiting.set(host, left);
    });
  }

  #take(host: string): void {
    const now = this.now();
    if (now < this.#began || now >= this.#began + SPAN) {
      this.#began = now;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(host) ?? 0) + 1;
    if (count > MOST)
      throw new AskedTooOften(`the host ${host} was asked ${MOST} times within a minute; try again later`);
    this.#counts.set(host, count);
  }
}
