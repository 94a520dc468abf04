/** Those who wait for messages of sessions, in memory: a post wakes only them, however many members there are. */

/** Hears of an agent whose membership of a session changed. */
export type MemberListener = (session: string, agent: string) => void;

export class Attached {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #followers = new Set<(key: string) => void>();
  readonly #memberships = new Set<MemberListener>();

  /** True when somebody waits for this session or agent. */
  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Tells that the membership of an agent changed: it came or went, or other messages pass for it. */
  moved(session: string, agent: string): void {
    this.wake(agent);
    for (const listener of this.#memberships) listener(session, agent);
  }

  /** Listens to changed memberships of all agents. @returns the function that ends it */
  onMoved(listener: MemberListener): () => void {
    this.#memberships.add(listener);
    return () => this.#memberships.delete(listener);
  }

  /** Listens to one session or agent. @returns the function that ends it */
  listen(key: string, wake: () => void): () => void {
    const set = this.#waiting.get(key);
    if (set) set.add(wake);
    else this.#waiting.set(key, new Set([wake]));
    return () => {
      const now = this.#waiting.get(key);
      now?.delete(wake);
      if (now?.size === 0) this.#waiting.delete(key);
    };
  }

  /** Wakes those who wait for one of these: sessions, or agents whose memberships changed. */
  wake(...keys: readonly string[]): void {
    for (const key of keys) {
      for (const wake of this.#waiting.get(key) ?? []) wake();
      for (const follow of this.#followers) follow(key);
    }
  }

  /** Calls `follower` with each session and agent that is woken. It must be quick. */
  follow(follower: (key: string) => void): void {
    this.#followers.add(follower);
  }

  /**
   * Begins to listen. What happens from now on is not missed, so begin before the look that comes before the wait.
   *
   * @returns `news` resolves at the next event since the last time it was asked for; `end` ends the listening
   */
  attach(keys: readonly string[]): Attachment {
    let heard = false;
    let told: (() => void) | undefined;
    const wake = () => {
      heard = true;
      told?.();
    };
    const ends = keys.map((key) => this.listen(key, wake));
    return {
      news: (until, signal) => {
        if (heard) {
          heard = false;
          return Promise.resolve();
        }
        return new Promise<void>((resolve) => {
          const timer = setTimeout(done, Math.max(0, until - Date.now()));
          function done() {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            told = undefined;
            heard = false;
            resolve();
          }
          told = done;
          signal.addEventListener('abort', done);
          if (signal.aborted) done();
        });
      },
      end: () => {
        for (const end of ends) end();
      },
    };
  }
}

export interface Attachment {
  /** Resolves at the next event, at `until` (milliseconds since 1970), or when the signal aborts. */
  news(until: number, signal: AbortSignal): Promise<void>;
  end(): void;
}
