/** The rest of a message-body whose answer is an error. */
import type { IncomingMessage } from 'node:http';

/** Octets of it that are read; of a longer one the connection is cut. */
const MOST_READ = 256 << 20;

/**
 * Reads and drops what still arrives of a refused request, so that a client sees the answer which reads none before it has sent
 * all: closing a connection on which octets arrive makes the client's system forget the answer (RFC 9112 §9.6).
 *
 * @param time milliseconds after which the connection is cut
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
