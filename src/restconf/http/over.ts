import type { ServerResponse } from 'node:http';
import { Http2ServerResponse } from 'node:http2';

/**
 * Calls the listener once when an answer is over, sent or given up. Of HTTP/2 the stream tells: the response that Node.js
 * puts before it says nothing when a HEAD is reset, or answered on the stream.
 */
export function onceOver(response: ServerResponse | Http2ServerResponse, listener: () => void): void {
  if (response instanceof Http2ServerResponse) response.stream.once('close', listener);
  else response.once('close', listener);
}
