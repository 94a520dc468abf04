import type { TaskChange } from './record.js';

/** What reaches one follower of a task. */
export type News =
  | { readonly kind: 'change'; readonly change: TaskChange }
  /** Changes may have been missed: the task is to be read. */
  | { readonly kind: 'look' };

/** News on their way to a follower. What the follower does not fetch in time it reads from the task: nothing grows, nothing is lost. */
export class Inbox {
  #changes: TaskChange[] = [];
  #look = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** @param limit changes that may wait */
  constructor(private readonly limit: number) {}

  add(change: TaskChange): void {
    // A reading that is to come will show this change as well.
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

  /** No more news will come. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** The next news. @throws what the feed failed with, the signal's reason */
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
