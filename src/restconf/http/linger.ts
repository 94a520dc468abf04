/** Handles the rest of a message-body after an error answer. */
import type { IncomingMessage } from 'node:http';

/** Maximum number of octets that are read; after more, the connection is closed. */
const MOST_READ = 256 << 20;

/**
 * Reads and drops the rest of a refused request, so that a client that sends everything before it reads gets the answer. If the
 * connection were closed while octets arrive, the client's system would drop the answer (RFC 9112 §9.6).
 *
 * @param time milliseconds after which the connection is closed
 */
export function dropRest(request: IncomingMessage, time: number): void {
  let left = MOST_READ;
  const late = setTimeout(() => request.destroy(), time).unref();
  request.once('close', () => clearTimeout(late));
  request.once('end', () => clearTimeout(late));
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) request.destroy();
  });
  request.resume();
}
