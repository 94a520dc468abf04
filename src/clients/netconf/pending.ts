import { RpcError, type XmlElement } from '../../data/index.js';

/** Options for the wait of one request. */
export interface WaitOptions {
  /** Ends the wait; a later reply is dropped. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the reply. */
  readonly timeout?: number;
}

interface Waiting {
  readonly resolve: (reply: XmlElement) => void;
  readonly reject: (error: Error) => void;
}

/** Requests without a reply yet, by message-id, in the order of sending. */
export class PendingRequests {
  readonly #limit: number;
  readonly #waiting = new Map<string, Waiting>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits for the reply to a message-id. @throws RpcError resource-denied when too many requests already wait */
  add(messageId: string, { signal, timeout = 0 }: WaitOptions): Promise<XmlElement> {
    if (this.#waiting.size >= this.#limit) {
      return Promise.reject(
        transportError('resource-denied', `${this.#limit} requests wait for their replies already`),
      );
    }
    if (signal?.aborted) return Promise.reject(abortError(signal));
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#waiting.delete(messageId);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (error: Error): void => {
        settle();
        reject(error);
      };
      const onAbort = (): void => fail(abortError(signal));
      const timer =
        timeout > 0
          ? setTimeout(() => fail(transportError('operation-failed', `no reply came within ${timeout} ms`)), timeout)
          : undefined;
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(messageId, {
        resolve: (reply) => {
          settle();
          resolve(reply);
        },
        reject: fail,
      });
    });
  }

  /**
   * Passes a reply to its request. A reply without message-id belongs to the oldest one: replies come in order (RFC 6241
   * §4.5), and a server that could not read a request does not know its id.
   */
  settle(messageId: string | undefined, reply: XmlElement): void {
    const waiting = messageId === undefined ? this.#waiting.values().next().value : this.#waiting.get(messageId);
    waiting?.resolve(reply);
  }

  fail(messageId: string, error: Error): void {
    this.#waiting.get(messageId)?.reject(error);
  }

  failAll(error: Error): void {
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error);
  }
}

/** Returns an error of the connection, not of the peer. */
export function transportError(
  tag: 'operation-failed' | 'resource-denied' | 'access-denied',
  message: string,
  cause?: unknown,
): RpcError {
  return new RpcError({ type: 'transport', tag, message }, [], { cause });
}

function abortError(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : transportError('operation-failed', 'the request was given up', reason);
}
