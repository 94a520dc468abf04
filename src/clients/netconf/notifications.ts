import { Observable, Subject } from 'rxjs';
import type { Notification } from '../../wire/index.js';
import { transportError } from './pending.js';

/** Distributes the notifications of one connection to any number of readers. None is lost silently. */
export class NotificationHub {
  readonly #limit: number;
  readonly #subject = new Subject<Notification>();
  /** Notifications before the first reader, which gets them. */
  #early: Queue | undefined;

  /** @param limit maximum number of notifications that wait for one reader */
  constructor(limit: number) {
    this.#limit = limit;
    this.#early = new Queue(limit);
  }

  /**
   * Notifications as they arrive; the first subscriber also gets the earlier ones. Completes when the session ends, fails
   * when the connection breaks.
   */
  readonly observable: Observable<Notification> = new Observable((subscriber) => {
    for (const notification of this.#takeEarly()?.take() ?? []) subscriber.next(notification);
    return this.#subject.subscribe(subscriber);
  });

  next(notification: Notification): void {
    this.#early?.push(notification);
    this.#subject.next(notification);
  }

  end(error?: Error): void {
    this.#early?.end(error);
    if (error) this.#subject.error(error);
    else this.#subject.complete();
  }

  /** Yields notifications in order, from the start of the reader; the first reader also gets the earlier ones. */
  async *iterate(): AsyncGenerator<Notification, void> {
    const queue = this.#takeEarly() ?? new Queue(this.#limit);
    const subscription = this.#subject.subscribe({
      next: (notification) => queue.push(notification),
      error: (error: Error) => queue.end(error),
      complete: () => queue.end(),
    });
    try {
      yield* queue.drain();
    } finally {
      subscription.unsubscribe();
    }
  }

  #takeEarly(): Queue | undefined {
    const early = this.#early;
    this.#early = undefined;
    return early;
  }
}

/** Notifications that wait for one reader. */
class Queue {
  readonly #limit: number;
  #items: Notification[] = [];
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(notification: Notification): void {
    if (this.#ended) return;
    if (this.#items.length < this.#limit) this.#items.push(notification);
    else
      this.end(
        transportError(
          'resource-denied',
          `the reader of notifications fell more than ${this.#limit} behind; the later ones are lost`,
        ),
      );
    this.#wake?.();
  }

  end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  /** Returns and removes the waiting notifications. */
  take(): readonly Notification[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  async *drain(): AsyncGenerator<Notification, void> {
    for (;;) {
      yield* this.take();
      if (this.#items.length > 0) continue;
      if (this.#error) throw this.#error;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
