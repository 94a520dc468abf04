import type { ServerResponse } from 'node:http';
import { Http2ServerResponse } from 'node:http2';

/**
 * Calls the listener once when an answer is over, sent or aborted. HTTP/2 uses the stream: the response object of Node.js emits
 * no event when a HEAD is reset, or when the stream itself is used for the answer.
 */
export function onceOver(response: ServerResponse | Http2ServerResponse, listener: () => void): void {
  if (response instanceof Http2ServerResponse) response.stream.once('close', listener);
  else response.once('close', listener);
}
