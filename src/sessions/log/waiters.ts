/** Counts the calls of each user that wait for messages: each holds memory for every session to which it listens. */
import type { Call } from '../../server/index.js';

export class Waiters {
  readonly #waiting = new Map<string, number>();

  /** @param most maximum number of calls of one user that wait */
  constructor(private readonly most: number) {}

  /**
   * Counts a call while it waits.
   *
   * @throws RpcError resource-denied when the user has as many already
   */
  async during<T>(call: Call, wait: () => Promise<T>): Promise<T> {
    const { user } = call;
    const waiting = this.#waiting.get(user) ?? 0;
    if (waiting >= this.most) {
      call.fail({
        tag: 'resource-denied',
        appTag: 'too-many-waiting',
        message: `user "${user}" has as many calls that wait for messages as a user may (${this.most}): wait with fewer, or call without "wait"`,
      });
    }
    this.#waiting.set(user, waiting + 1);
    try {
      return await wait();
    } finally {
      const left = (this.#waiting.get(user) ?? 1) - 1;
      if (left > 0) this.#waiting.set(user, left);
      else this.#waiting.delete(user);
    }
  }
}
