import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Logger } from 'pino';
import { LEVEL } from './compression.js';

/**
 * Returns a response body that makes each part of a text when the client has taken the parts before (back-pressure), and lets
 * other work run in between. An error is logged and ends the connection, because the answer has begun.
 */
export function textBody(
  parts: AsyncIterable<string>,
  { gzip, log }: { readonly gzip: boolean; readonly log: Logger },
): Readable {
  const text = Readable.from(inTurns(parts), { objectMode: false, highWaterMark: 1 });
  const failed = (error: Error) => log.info({ err: error }, 'an answer ended early');
  if (!gzip) return text.on('error', failed);
  return pipeline(text, createGzip({ level: LEVEL }), (error) => {
    if (error) failed(error);
  });
}

async function* inTurns(parts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  for await (const part of parts) {
    yield part;
    await setImmediate();
  }
}
