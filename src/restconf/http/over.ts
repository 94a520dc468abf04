import type { ServerResponse } from 'node:http';
import { Http2ServerResponse } from 'node:http2';

/**
 * Calls the listener once when an answer is over, sent or given up; at once when it is over already. For HTTP/2 the stream tells:
 * the response that Node.js puts before it emits nothing when a HEAD is reset, or answered on the stream.
 */
export function onceOver(response: ServerResponse | Http2ServerResponse, listener: () => void): void {
  const answer = response instanceof Http2ServerResponse ? response.stream : response;
  if (answer.destroyed || answer.closed) listener();
  else answer.once('close', listener);
}
