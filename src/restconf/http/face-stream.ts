/** Sends the pieces of a face's answer in step with the client. */
import type { HeldBytes } from '../../server/index.js';

export interface FaceStreamOptions {
  /** Aborted when the login of the caller has ended, the client is gone, or the node stops. */
  readonly signal: AbortSignal;
  /** Milliseconds that the face has to end its answer once the signal is aborted; nothing is sent any more. */
  readonly closeTime: number;
  /** Counts each piece until the client has taken it. */
  readonly held: HeldBytes | undefined;
}

/** Maximum number of bytes that are given at once: of a longer piece the rest waits until the client has taken them. */
const SLICE = 64 * 1024;

/**
 * Gives the pieces of a face until the signal is aborted.
 *
 * @throws Error when the face throws, gives something that is no piece, or does not end in time: the answer is then cut, so that
 *   no client takes it for complete
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
        yield* slices(piece, size);
      } finally {
        held?.add(-size);
      }
    }
  } catch (error) {
    // A stream is only cut by an error.
    throw error instanceof Error ? error : new Error(`a face threw ${String(error)}`);
  } finally {
    // A face that still waits for something ends when that has come.
    pieces.return?.().catch(() => undefined);
  }
}

function* slices(piece: string | Uint8Array, size: number): Generator<string | Uint8Array, void, void> {
  if (size <= SLICE) return yield piece;
  const bytes = Buffer.from(piece);
  for (let from = 0; from < size; from += SLICE) yield bytes.subarray(from, from + SLICE);
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
