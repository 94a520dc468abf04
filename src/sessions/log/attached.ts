/** Those who wait for messages of sessions, in memory: a post wakes only them, however many members there are. */

export class Attached {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #followers = new Set<(key: string) => void>();

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
    for (const key of keys) {
      const set = this.#waiting.get(key);
      if (set) set.add(wake);
      else this.#waiting.set(key, new Set([wake]));
    }
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
        for (const key of keys) {
          const set = this.#waiting.get(key);
          set?.delete(wake);
          if (set?.size === 0) this.#waiting.delete(key);
        }
      },
    };
  }
}

export interface Attachment {
  /** Resolves at the next event, at `until` (milliseconds since 1970), or when the signal aborts. */
  news(until: number, signal: AbortSignal): Promise<void>;
  end(): void;
}
