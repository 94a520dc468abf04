import type { ServerResponse } from 'node:http';
import { constants, Http2ServerResponse } from 'node:http2';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Answer } from '../resources/exchange.js';
import { answerFields } from './answer-fields.js';
import { answerOnStream } from './answer-on-stream.js';
import { acceptsGzip, encoded } from './compression.js';
import { eventBody } from './event-body.js';
import { heldBy } from './handler.js';
import type { HttpRequest } from './http-request.js';
import type { Limits } from './limits.js';
import { textBody } from './text-body.js';

/** An answer above this is given up on when the client does not read it. */
const LARGE = 64 * 1024;

/** Characters of an answer that are made before the client has taken any. */
const BEGUN = 2 * LARGE;

/** The used members of the framework's reply, for every kind of server. */
interface HttpReply {
  readonly raw: (ServerResponse | Http2ServerResponse) & {
    setTimeout(milliseconds: number, callback: () => void): unknown;
  };
  code(status: number): this;
  headers(values: Readonly<Record<string, string>>): this;
  serializer(serialize: (body: unknown) => string): this;
  /** Leaves the answer to the code that writes to `raw`. */
  hijack(): this;
  send(body?: string | Readable | Buffer): this;
}

/**
 * Hands an answer to the framework: a text, compressed where it is long and the client takes that, as a whole or made while
 * it is sent, or an event stream.
 */
export async function send<Reply extends HttpReply>(
  request: HttpRequest,
  reply: Reply,
  { status, headers: own, body }: Answer,
  { log, limits }: { readonly log: Logger; readonly limits: Limits },
): Promise<Reply> {
  const {
    method,
    headers: { 'accept-encoding': accepted },
  } = request;
  const headers = { ...answerFields(request), ...own };
  reply.code(status).headers(headers);
  const giveUp = () => reply.raw.setTimeout(limits.stallTime, () => reply.raw.destroy());
  if (typeof body === 'object' && 'events' in body) {
    if (method !== 'HEAD')
      return reply.send(cutWhenFailed(eventBody(body.events, limits.stallTime, log), reply.raw).once('end', giveUp));
    await body.events[Symbol.asyncIterator]().return?.();
    return reply.send();
  }
  if (body !== undefined) heldBy(request)?.add(typeof body === 'object' && 'parts' in body ? BEGUN : body.length);
  if (body instanceof Uint8Array) {
    if (body.length > LARGE) giveUp();
    return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  }
  if (typeof body === 'object') {
    const gzip = acceptsGzip(accepted);
    if (gzip) reply.headers({ 'content-encoding': 'gzip' });
    // How long it would be is not known without making it (RFC 9110 §9.3.2).
    if (method === 'HEAD') return reply.send();
    giveUp();
    return reply.send(cutWhenFailed(textBody(body.parts, { gzip, log }), reply.raw));
  }
  const compressed =
    body !== undefined && body.length > limits.compressAbove && !('content-encoding' in own || 'content-range' in own)
      ? await encoded(body, accepted)
      : undefined;
  if (body !== undefined && body.length > LARGE) giveUp();
  const whole = compressed ? { ...headers, 'content-encoding': 'gzip' } : headers;
  if (reply.raw instanceof Http2ServerResponse) {
    reply.hijack();
    answerOnStream(reply.raw, method, { status, headers: whole }, compressed ?? body);
    return reply;
  }
  if (compressed) return reply.headers(whole).send(compressed);
  // With a serializer of its own the framework adds no charset parameter, which the media types do not have.
  return body === undefined ? reply.send() : reply.serializer(String).send(body);
}

/** Resets the HTTP/2 stream of an answer that failed in the middle; the framework would end it as if it were whole. */
function cutWhenFailed(body: Readable, response: ServerResponse | Http2ServerResponse): Readable {
  if (response instanceof Http2ServerResponse)
    body.once('error', () => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  return body;
}
