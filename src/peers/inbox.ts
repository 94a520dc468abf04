import type { TaskChange } from './record.js';

/** News for one follower of a task. */
export type News =
  | { readonly kind: 'change'; readonly change: TaskChange }
  /** Changes may have been missed: the task must be read. */
  | { readonly kind: 'look' };

/** The news queue of a follower. When it is full, the follower reads the task instead: memory is limited, and nothing is lost. */
export class Inbox {
  #changes: TaskChange[] = [];
  #look = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** @param limit maximum number of waiting changes */
  constructor(private readonly limit: number) {}

  add(change: TaskChange): void {
    // The next read of the task will show this change too.
    if (this.#look) return;
    if (this.#changes.length < this.limit) this.#changes.push(change);
    else this.look();
    this.#wake?.();
  }

  look(): void {
    this.#look = true;
    this.#changes = [];
    this.#wake?.();
  }

  /** Ends the news with an error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** Returns the next news. @throws the error of the feed, or the signal's reason */
  async next(signal: AbortSignal | undefined): Promise<News> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#look) {
        this.#look = false;
        return { kind: 'look' };
      }
      const change = this.#changes.shift();
      if (change) return { kind: 'change', change };
      if (this.#failure) throw this.#failure.error;
      await this.#news(signal);
    }
  }

  #news(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#wake = wake;
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
}
