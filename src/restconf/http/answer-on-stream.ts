import { constants, type Http2ServerResponse } from 'node:http2';
import type { Answer } from '../resources/exchange.js';

/**
 * Sends a whole answer on its HTTP/2 stream. The response class by which Node.js makes HTTP/2 look like HTTP/1.1 waits for
 * trailers before it ends an answer; none has any, and each would end with a frame, and a packet, of its own.
 *
 * @param body the message-body as it is sent; of an answer to HEAD only its length is told
 */
export function answerOnStream(
  response: Http2ServerResponse,
  method: string,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  body: string | Buffer | undefined,
): void {
  const { stream } = response;
  if (stream.destroyed || stream.headersSent) return;
  response.statusCode = status;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const isBare = body === undefined || method === 'HEAD';
  try {
    stream.respond({ ':status': status, ...headers, ...length }, { endStream: isBare });
  } catch (error) {
    // Otherwise the request would have no end.
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    throw error;
  }
  if (!isBare) stream.end(body);
}
