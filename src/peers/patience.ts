/** Trying again where a node cannot be reached, within bounds. */
import { setTimeout as pause } from 'node:timers/promises';
import { RestconfError } from '../clients/index.js';
import { RpcError } from '../data/index.js';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** Of a node, or of a gateway before it, that cannot answer now. What a node refuses may be 500 as well (RFC 8040 §7). */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/** Whether the fault may be over soon: a connection that was lost, a node that starts or is too busy, something in use. */
export function mayPass(error: unknown): boolean {
  if (error instanceof RpcError && error.tag === 'in-use') return true;
  if (error instanceof RestconfError) return UNAVAILABLE.includes(error.status);
  return error instanceof RpcError && error.type === 'transport' && error.tag !== 'access-denied';
}

/** The pauses between attempts while there is patience, in milliseconds. */
export class Patience {
  #since: number | undefined;
  #failures = 0;

  /** @param limit milliseconds from the first failure in a row */
  constructor(private readonly limit: number) {}

  /** The node has answered: the next failure is the first again. */
  renew(): void {
    this.#since = undefined;
    this.#failures = 0;
  }

  /** Waits before the next attempt. @throws the error itself once the patience is over, or the fault will not pass; the signal's reason */
  async afterFailure(error: unknown, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#since ??= performance.now();
    const length = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
    if (!mayPass(error) || performance.now() - this.#since + length > this.limit) throw error;
    await pause(length, undefined, { signal }).catch(() => undefined);
    signal?.throwIfAborted();
  }
}

/** Does what may be done twice until the node has answered. @throws RpcError of the last attempt */
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
