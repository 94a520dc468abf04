import { Readable } from 'node:stream';
import type { Logger } from 'pino';

/** Maximum number of bytes that wait in the body for a slow client; the source gives more when they have gone. */
const HIGH_WATER = 16 * 1024;

/**
 * A response body that pulls its text or bytes from a source as fast as the client reads (back-pressure), and gives up on a
 * client that takes nothing for `stallTime` milliseconds. What goes wrong in the source is logged: the answer has begun.
 */
export function eventBody(source: AsyncIterable<string | Uint8Array>, stallTime: number, log: Logger): Readable {
  const body: Readable = Readable.from(
    watched(source, stallTime, () => body.destroy(new Error('the client has stopped reading'))),
    { objectMode: false, highWaterMark: HIGH_WATER },
  );
  body.on('error', (error) => log.warn({ err: error }, 'an answer ended early'));
  return body;
}

async function* watched(
  source: AsyncIterable<string | Uint8Array>,
  stallTime: number,
  stalled: () => void,
): AsyncGenerator<string | Uint8Array, void, void> {
  for await (const text of source) {
    const timer = setTimeout(stalled, stallTime);
    timer.unref();
    try {
      yield text;
    } finally {
      clearTimeout(timer);
    }
  }
}
