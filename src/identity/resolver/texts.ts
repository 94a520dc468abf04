/** Texts of hosts, such as status lists of credentials. Each host has its own budget and memory: one under load takes nothing of others. */
import { Budget } from './budget.js';
import { Memory } from './memory.js';

/** Milliseconds for which a text is remembered: the status of a credential is asked when it matters. */
const REMEMBERED = 5_000;
/** Texts of one host that are remembered, and hosts of which some are. */
const MOST_OF_HOST = 4;
const MOST_HOSTS = 64;

export class Texts {
  /** By host; the one that was asked for longest ago is first. */
  readonly #hosts = new Map<string, Memory<string>>();
  readonly #budget: Budget;

  constructor(private readonly now: () => number) {
    this.#budget = new Budget(now);
  }

  /**
   * Returns the text at a URL of a host, remembered or sent for.
   *
   * @throws AskedTooOften when the host was asked too often
   */
  async get(host: string, url: string, send: () => Promise<string>): Promise<string> {
    const memory = this.#hosts.get(host) ?? new Memory<string>(REMEMBERED, MOST_OF_HOST, this.now);
    this.#hosts.delete(host);
    this.#hosts.set(host, memory);
    for (const oldest of this.#hosts.keys()) {
      if (this.#hosts.size <= MOST_HOSTS) break;
      this.#hosts.delete(oldest);
    }
    return memory.get(url, () => this.#budget.spend(host, send)).answer;
  }
}
