/** Event streams, streamed answers of faces, and WebSockets: all end with the login of their user. */
import type { Principal } from '../../access/index.js';
import { overloaded, unauthorized } from '../refusal.js';
import type { HttpAuthentication } from './authentication.js';
import { NOBODY } from './nobody.js';

export interface Lasting {
  readonly principal: Principal;
  /** Ends it: the login of its user has ended, or the node stops. */
  abort(): void;
}

/** The longest delay of a timer, in milliseconds. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** All that lasts on one listener. */
export class LastingAnswers {
  readonly #open = new Set<Lasting>();
  /** Those of callers without login: half of the places are for users. */
  #nobodies = 0;
  readonly #unwatch: (() => void) | undefined;

  constructor(
    private readonly access: Pick<HttpAuthentication, 'holds' | 'watch'>,
    private readonly limit: number,
  ) {
    this.#unwatch = access.watch?.(() => {
      for (const lasting of this.#open) if (!this.#holds(lasting.principal)) lasting.abort();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Counts it, and ends it with the login that its user came in by.
   *
   * @returns the function to call once it is over
   * @throws Refusal 503 where too many are open, 401 where the login has ended since it was checked
   */
  begin(lasting: Lasting): () => void {
    if (this.#open.size >= this.limit)
      throw overloaded(`${this.#open.size} event streams are open already; try again later`);
    if (lasting.principal === NOBODY && this.#nobodies >= this.limit / 2)
      throw overloaded(`${this.#nobodies} callers without login have event streams open; log in, or try again later`);
    if (!this.#holds(lasting.principal)) throw unauthorized('the login has ended');
    const { expires } = lasting.principal;
    const left = expires === undefined ? undefined : Math.min(LONGEST_DELAY, Math.max(0, expires - Date.now()));
    const timer = left === undefined ? undefined : setTimeout(() => lasting.abort(), left).unref();
    this.#open.add(lasting);
    if (lasting.principal === NOBODY) this.#nobodies += 1;
    return () => {
      clearTimeout(timer);
      if (this.#open.delete(lasting) && lasting.principal === NOBODY) this.#nobodies -= 1;
    };
  }

  /** Ends all. */
  close(): void {
    this.#unwatch?.();
    for (const lasting of this.#open) lasting.abort();
  }

  #holds(principal: Principal): boolean {
    return principal === NOBODY || this.access.holds?.(principal) !== false;
  }
}
