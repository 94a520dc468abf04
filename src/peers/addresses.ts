/** The addresses of hosts in URLs, from the name server: few at once, within a time, and remembered for a while. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for one host. */
const PATIENCE = 2_000;
/** Maximum number of addresses of one host. */
const MOST_ADDRESSES = 8;
/** Maximum number of look-ups at once: each holds a thread that files are read with, also when its time is over. */
const MOST_AT_ONCE = 2;
/** Milliseconds for which an answer is good. */
const FRESH = 30_000;
const MOST_REMEMBERED = 256;

export type Lookup = (host: string) => Promise<readonly string[]>;

interface Known {
  readonly until: number;
  readonly addresses: Promise<readonly string[]>;
}

export class HostAddresses {
  readonly #known = new Map<string, Known>();
  #underWay = 0;

  /**
   * @param find asks the name server. Default: the resolver of the operating system
   * @param now milliseconds that never go back
   */
  constructor(
    private readonly find: Lookup = systemLookup,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the addresses of the host of a URL; none when it is no URL, or when there is no answer in time. Never rejects. */
  async of(url: string): Promise<readonly string[]> {
    const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
    if (host === '' || isIP(host) !== 0) return host === '' ? [] : [host];
    const known = this.#known.get(host);
    if (known && known.until > this.now()) return known.addresses;
    if (this.#underWay >= MOST_AT_ONCE) return [];
    const addresses = this.#ask(host);
    this.#known.delete(host);
    this.#known.set(host, { until: this.now() + FRESH, addresses });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_REMEMBERED) break;
      this.#known.delete(oldest);
    }
    return addresses;
  }

  async #ask(host: string): Promise<readonly string[]> {
    this.#underWay += 1;
    const found = this.find(host)
      .catch(() => [])
      .finally(() => {
        this.#underWay -= 1;
      });
    const over = new AbortController();
    const late = pause(PATIENCE, [], { signal: over.signal, ref: false }).catch(() => []);
    const addresses = await Promise.race([found, late]);
    over.abort();
    return addresses.slice(0, MOST_ADDRESSES);
  }
}

async function systemLookup(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}
