/** What a face gives bit by bit, in step with the client. */
import type { HeldBytes } from '../../server/index.js';

export interface FaceStreamOptions {
  /** Aborted when the login of the caller has ended, the client is gone, or the node stops. */
  readonly signal: AbortSignal;
  /** Milliseconds that the face has to end its answer once the signal is aborted; nothing is sent any more. */
  readonly closeTime: number;
  /** Counts each piece until the client has taken it. */
  readonly held: HeldBytes | undefined;
}

/**
 * Gives the pieces of a face until the signal is aborted.
 *
 * @throws Error where the face throws, gives what is no piece, or does not end in time: the answer is then cut, so that no client
 *   takes it for whole
 */
export async function* faceStream(
  source: AsyncIterable<string | Uint8Array>,
  { signal, closeTime, held }: FaceStreamOptions,
): AsyncGenerator<string | Uint8Array, void, void> {
  const pieces = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = pieces.next();
      next.catch(() => undefined); // seen below, or too late
      const first = await untilAborted(next, signal);
      const result = first ?? (await within(next, closeTime));
      if (result?.done) return;
      if (first === undefined) throw new Error('the answer was cut: its login has ended, or the node stops');
      const piece: unknown = first.value;
      if (typeof piece !== 'string' && !(piece instanceof Uint8Array))
        throw new Error('a face gave a piece of an answer that is neither a text nor bytes');
      const size = Buffer.byteLength(piece);
      held?.take(size);
      try {
        yield piece;
      } finally {
        held?.add(-size);
      }
    }
  } finally {
    // A face that still waits for something ends when that has come.
    pieces.return?.().catch(() => undefined);
  }
}

/** Resolves with undefined when the signal is aborted first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const aborted = () => resolve(undefined);
    signal.addEventListener('abort', aborted, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

/** Resolves with undefined when the time is over first. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds).unref();
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
