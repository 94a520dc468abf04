/** Limited repetitions while a node cannot be reached. */
import { setTimeout as pause } from 'node:timers/promises';
import { RestconfError } from '../clients/index.js';
import { RpcError } from '../data/index.js';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** Statuses of a node or gateway that cannot answer now. Not 500, which can be a refusal (RFC 8040 §7). */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/** True for errors that may pass soon: a lost connection, a starting or overloaded node, a resource in use, too many requests. */
export function mayPass(error: unknown): boolean {
  if (error instanceof RpcError && (error.tag === 'in-use' || error.appTag === 'rate-limited')) return true;
  if (error instanceof RestconfError) return UNAVAILABLE.includes(error.status);
  return error instanceof RpcError && error.type === 'transport' && error.tag !== 'access-denied';
}

/** The pauses between attempts, within a time limit. */
export class Patience {
  #since: number | undefined;
  #failures = 0;

  /** @param limit milliseconds from the first of consecutive failures */
  constructor(private readonly limit: number) {}

  /** Resets the failures after an answer of the node. */
  renew(): void {
    this.#since = undefined;
    this.#failures = 0;
  }

  /**
   * Waits before the next attempt.
   *
   * @param passes true when the error may pass soon
   * @throws the error itself when the limit is over or the error is permanent; the signal's reason
   */
  async afterFailure(error: unknown, signal?: AbortSignal, passes = mayPass(error)): Promise<void> {
    signal?.throwIfAborted();
    this.#since ??= performance.now();
    const length = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
    if (!passes || performance.now() - this.#since + length > this.limit) throw error;
    await pause(length, undefined, { signal }).catch(() => undefined);
    signal?.throwIfAborted();
  }
}

/** Repeats idempotent work until the node has answered. @throws RpcError of the last attempt */
export async function patiently<T>(limit: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const patience = new Patience(limit);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      await patience.afterFailure(error, signal);
    }
  }
}
